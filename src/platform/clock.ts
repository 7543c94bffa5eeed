/** The current time. Everything outside this folder receives a `Clock`, so that tests can set the time. */
export interface Clock {
  now(): Date;
}

/** The machine's time. */
export const systemClock: Clock = { now: () => new Date() };

/** The present. Everything outside this folder receives a Clock, so that a test can hold time still. */
export interface Clock {
  now(): Date;
}

/** The machine's time. */
export const systemClock: Clock = { now: () => new Date() };

/** The current time. Everything outside this folder receives a `Clock`, so that tests can set the time. */
export interface Clock {
  now(): Date;
}

/** The machine's time. */
export const systemClock: Clock = sharingDates(() => Date.now());

/**
 * A clock by milliseconds since the epoch. Calls within a millisecond get the same object: for bench:exchange, 0.7 of
 * the ceiling, because an exchange reads the time ten times.
 */
export function sharingDates(milliseconds: () => number): Clock {
  let last = new Date(0);
  return {
    now() {
      const time = milliseconds();
      if (time !== last.getTime()) last = new Date(time);
      return last;
    },
  };
}

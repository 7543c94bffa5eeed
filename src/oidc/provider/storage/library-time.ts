import { type Clock, systemClock } from '../../../platform/clock.ts';
import type { Configuration, Provider } from '../library.ts';

/** Times in seconds since the epoch. The library takes them from the machine's clock, which may be wrong. */
const times: ReadonlySet<string> = new Set(['iat', 'exp', 'iiat', 'loginTs', 'authTime', 'auth_time', 'ts']);

/** Members of an interaction with times. */
const parts: ReadonlySet<string> = new Set(['result', 'lastSubmission', 'login']);

/** Seconds by which the machine's clock is ahead of the platform's. */
function lead(clock: Clock): number {
  const seconds = Math.round((systemClock.now().getTime() - clock.now().getTime()) / 1000);
  return Math.abs(seconds) > 1 ? seconds : 0;
}

/** Converts the times of a payload from the library's clock to the platform's, by which it is stored. */
export const toPlatformTime = <Payload extends object>(payload: Payload, clock: Clock): Payload =>
  moved(payload, -lead(clock));

/** Converts a stored payload to the library's clock, so that it expires with its row. */
export const toLibraryTime = <Payload extends object>(payload: Payload, clock: Clock): Payload =>
  moved(payload, lead(clock));

/** Access tokens that the library signs have the platform's time, like those that we sign. */
export const createFormats = (clock: Clock): Configuration['formats'] => ({
  customizers: { jwt: (_context, _token, { payload }) => void Object.assign(payload, toPlatformTime(payload, clock)) },
});

/**
 * The lifetime of ID tokens, which the library adds to its own time. It accepts no lifetime below a second: they live
 * longer if its time is ahead by more than their lifetime, with which the process is not ready.
 */
export const idTokenLifetime = (clock: Clock, seconds: number): number => Math.max(1, seconds - lead(clock));

/** The same for the time of issue of ID tokens: the library keeps an `iat` that is given. */
export function correctIdTokens({ IdToken }: Provider, clock: Clock): void {
  const { payload } = IdToken.prototype;
  IdToken.prototype.payload = async function () {
    const iat = Math.floor(systemClock.now().getTime() / 1000);
    return toPlatformTime({ iat, ...(await payload.call(this)) }, clock);
  };
}

function moved<Payload extends object>(payload: Payload, seconds: number): Payload {
  if (seconds === 0) return payload;
  const entries = Object.entries(payload).map(([name, value]: [string, unknown]) => {
    if (typeof value === 'number' && times.has(name)) return [name, value + seconds];
    return [name, typeof value === 'object' && value && parts.has(name) ? moved(value, seconds) : value];
  });
  return Object.fromEntries(entries) as Payload;
}

import { type Clock, systemClock } from '../../../platform/clock.ts';
import type { AdapterPayload, Configuration } from '../library.ts';

/** What the library keeps as seconds since the epoch. It has no clock but the machine's, which may be wrong. */
const times: ReadonlySet<string> = new Set(['iat', 'exp', 'iiat', 'loginTs', 'authTime']);

/** Seconds by which the machine's clock is ahead of the platform's. */
function lead(clock: Clock): number {
  const seconds = Math.round((systemClock.now().getTime() - clock.now().getTime()) / 1000);
  return Math.abs(seconds) > 1 ? seconds : 0;
}

/** A payload as the library gives it, with its times as every process reads them. */
export const toPlatformTime = <Payload extends object>(payload: Payload, clock: Clock): Payload =>
  moved(payload, -lead(clock));

/** A stored payload as the library of this process has to see it, so that it expires when its row does. */
export const toLibraryTime = (payload: AdapterPayload, clock: Clock): AdapterPayload => moved(payload, lead(clock));

/** The access tokens that the library signs carry the platform's time, like those that we sign ourselves. */
export const createFormats = (clock: Clock): Configuration['formats'] => ({
  customizers: { jwt: (_context, _token, { payload }) => void Object.assign(payload, toPlatformTime(payload, clock)) },
});

function moved<Payload extends object>(payload: Payload, seconds: number): Payload {
  if (seconds === 0) return payload;
  const entries = Object.entries(payload).map(([name, value]) =>
    typeof value === 'number' && times.has(name) ? [name, value + seconds] : [name, value],
  );
  return Object.fromEntries(entries) as Payload;
}

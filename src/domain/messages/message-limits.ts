import { day, hour, minute, second } from '../durations.ts';

/**
 * Messages that are sent to one address, by any request: other people must not be able to fill a mailbox. Requests that
 * others must not be able to use up have a limit of their own (`LimitedMessages` in domain/flow/secrets.ts).
 */
export interface MessageLimits {
  /** Time between two (ms). */
  pause: number;
  /** Maximum number in a window (ms). */
  windows: readonly { length: number; max: number }[];
}

const windows = [
  { length: 10 * minute, max: 5 },
  { length: day, max: 20 },
];
export const codeLimits: MessageLimits = { pause: 30 * second, windows };
/** Of the Management API: counted apart from codes, so that an administrator cannot keep people from signing in. */
export const managementLimits: MessageLimits = { pause: 0, windows };

/** SMS cost money. */
export const smsLimits: MessageLimits = {
  pause: minute,
  windows: [
    { length: 10 * minute, max: 3 },
    { length: day, max: 8 },
  ],
};
/** SMS to all numbers with a country calling code, against toll fraud. */
export const callingCodeLimits: MessageLimits = { pause: 0, windows: [{ length: hour, max: 100 }] };

/** Codes by which one account adds addresses: it must not send messages to many people. */
export const accountCodeLimits: MessageLimits = { pause: 0, windows: [{ length: hour, max: 10 }] };

/** Number of times of messages that are kept: as many as a decision needs. */
export const timesKept = Math.max(
  ...[...windows, ...smsLimits.windows, ...callingCodeLimits.windows].map(({ max }) => max),
);

export type SendDecision =
  | { may: true }
  /** The last one was sent a moment ago: no event. */
  | { may: false; until: Date; isLimited: false }
  /** Too many in a window, which ends then. */
  | { may: false; until: Date; isLimited: true; windowStart: Date };

/** Whether another message may be sent to an address, after those at `sentAt`, the newest last. */
export function maySend(sentAt: readonly Date[], now: Date, limits: MessageLimits): SendDecision {
  for (const { length, max } of limits.windows) {
    const inWindow = sentAt.filter((time) => now.getTime() - time.getTime() < length);
    const [first] = inWindow.slice(-max);
    if (first && inWindow.length >= max)
      return { may: false, until: new Date(first.getTime() + length), isLimited: true, windowStart: first };
  }
  const last = sentAt.at(-1);
  const until = last && new Date(last.getTime() + limits.pause);
  return until && until > now ? { may: false, until, isLimited: false } : { may: true };
}

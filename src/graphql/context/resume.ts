import type { Clock } from '../../platform/clock.ts';
import type { CursorSeal } from '../../platform/crypto/cursor-seal.ts';
import { positionOf } from '../../reads/lists/events.ts';
import { socketLimits } from './limits.ts';

/** Positions of the subscriptions that a client starts again on a new connection. */
export interface Resumption {
  position: number;
  /** It does not count for subscriptions that begin later (ms since the epoch). */
  until: number;
}

/**
 * The cursor `after` in the payload of `connection_init`. Clients evaluate that payload at each connection, but often
 * not the variables of a subscription that they start again. Throws INVALID_CURSOR if it is not a cursor.
 */
export function resumptionOf(
  { after }: Record<string, unknown> = {},
  { clock, cursorSeal }: { clock: Clock; cursorSeal: CursorSeal },
): Resumption | undefined {
  if (after === undefined || after === null) return undefined;
  const position = positionOf(typeof after === 'string' ? after : '', 'after', cursorSeal);
  return { position, until: clock.now().getTime() + socketLimits.resumeTime };
}

/** The newer one of the positions: the variables of a subscription that is started again have an old one. */
export function resumeAfter(
  ownPosition: number | undefined,
  resumption: Resumption | undefined,
  now: Date,
): number | undefined {
  if (!resumption || now.getTime() > resumption.until) return ownPosition;
  return ownPosition !== undefined && ownPosition > resumption.position ? ownPosition : resumption.position;
}

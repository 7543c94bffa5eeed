import type { Clock } from '../platform/clock.ts';
import type { Actor, Caller, CurrentActor } from './actor.ts';

/** Milliseconds for which an actor that was read is current. */
const maxAge = 1000;

/**
 * The caller of one request, or of one batch of what takes longer: read once, and again when that was more than a
 * second ago. So a call that waits, for a body, for its turn or for a hash, notices that rights were lost.
 */
export function createCurrentActor(read: CurrentActor, { clock }: { clock: Clock }): CurrentActor {
  let actor: Promise<Actor> | undefined;
  let readAt = 0;
  return () => {
    const now = clock.now().getTime();
    if (actor && now >= readAt && now - readAt <= maxAge) return actor;
    readAt = now;
    actor = read();
    return actor;
  };
}

/** The actor of a caller as of now. */
export const actorOf = (caller: Caller | Actor): Promise<Actor> =>
  typeof caller === 'function' ? caller() : Promise.resolve(caller);

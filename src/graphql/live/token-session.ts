import { Failure } from '../../domain/failure.ts';
import type { Actor } from '../../kernel/actor.ts';
import { coalesce } from '../../platform/coalesce.ts';

interface Requirement {
  mayStay(actor: Actor): boolean;
  refusal: Failure;
}

/** One of those who stay with a token; what its subscriptions require. */
interface Stay {
  until: AbortController;
  requirements: Set<Requirement>;
}

/** One token, however many came with it. */
export interface Holder {
  /** As it was when it was asked last; undefined before. */
  readonly actor: Actor | undefined;
  readonly stays: ReadonlySet<Stay>;
  enter(): Stay;
  leave(stay: Stay): void;
  /**
   * Asks who it is and what it may do from now on: an answer that was asked for before this call does not count. Whoever may not stay any more is
   * ended with the refusal; rejects with it when the token is not accepted.
   */
  look(): Promise<Actor>;
}

export function createHolder(authenticate: () => Promise<Actor>): Holder {
  const stays = new Set<Stay>();
  let actor: Actor | undefined;
  // One at a time: an older result never replaces a newer one.
  const asking = coalesce(async (): Promise<Actor> => {
    try {
      actor = await authenticate();
    } catch (error) {
      if (error instanceof Failure) for (const { until } of Array.from(stays)) until.abort(error);
      throw error;
    }
    for (const { until, requirements } of Array.from(stays)) {
      for (const { mayStay, refusal } of requirements) if (!mayStay(actor)) until.abort(refusal);
    }
    return actor;
  });
  return {
    get actor() {
      return actor;
    },
    stays,
    enter() {
      const stay = { until: new AbortController(), requirements: new Set<Requirement>() };
      stays.add(stay);
      return stay;
    },
    leave: (stay) => void stays.delete(stay),
    look: asking.run,
  };
}

import { Failure } from '../../domain/failure.ts';
import type { Actor } from '../../kernel/actor.ts';
import { coalesce } from '../../platform/coalesce.ts';

interface Requirement {
  isMet(actor: Actor): boolean;
  refusal: Failure;
}

/** One connection with a token, and what its subscriptions require. */
export interface Lease {
  until: AbortController;
  requirements: Set<Requirement>;
}

/** One token, shared by all connections that use it. */
export interface TokenSession {
  /** The caller as of the last refresh; undefined before the first one. */
  readonly actor: Actor | undefined;
  readonly leases: ReadonlySet<Lease>;
  lease(): Lease;
  release(lease: Lease): void;
  /**
   * Authenticates again, after this call. Ends leases whose requirements are no longer met, with their refusal; ends
   * all of them and rejects if the token is not accepted.
   */
  refresh(): Promise<Actor>;
}

export function createTokenSession(authenticate: () => Promise<Actor>): TokenSession {
  const leases = new Set<Lease>();
  let actor: Actor | undefined;
  // One at a time, so an older result never replaces a newer one.
  const refreshing = coalesce(async (): Promise<Actor> => {
    try {
      actor = await authenticate();
    } catch (error) {
      if (error instanceof Failure) for (const { until } of Array.from(leases)) until.abort(error);
      throw error;
    }
    for (const { until, requirements } of Array.from(leases)) {
      for (const { isMet, refusal } of requirements) if (!isMet(actor)) until.abort(refusal);
    }
    return actor;
  });
  return {
    get actor() {
      return actor;
    },
    leases,
    lease() {
      const lease = { until: new AbortController(), requirements: new Set<Requirement>() };
      leases.add(lease);
      return lease;
    },
    release: (lease) => void leases.delete(lease),
    refresh: refreshing.run,
  };
}

import { Failure } from '../../domain/failure.ts';
import type { Actor } from '../../kernel/actor.ts';
import { coalesce } from '../../platform/coalesce.ts';

interface Requirement {
  isMet(actor: Actor): boolean;
  refusal: Failure;
}

/** One connection with a token, and what its subscriptions require. */
export interface TokenConnection {
  until: AbortController;
  requirements: Set<Requirement>;
}

/** One token, shared by all connections that use it. */
export interface LiveToken {
  /** The caller as of the last refresh; undefined before the first one. */
  actor(): Actor | undefined;
  readonly connections: ReadonlySet<TokenConnection>;
  connect(): TokenConnection;
  disconnect(connection: TokenConnection): void;
  /**
   * Authenticates again, after this call. Ends connections whose requirements are no longer met, with their refusal;
   * ends all of them and rejects if the token is not accepted.
   */
  refresh(): Promise<Actor>;
}

export function createLiveToken(authenticate: () => Promise<Actor>): LiveToken {
  const connections = new Set<TokenConnection>();
  let actor: Actor | undefined;
  // One at a time, so an older result never replaces a newer one.
  const refreshing = coalesce(async (): Promise<Actor> => {
    try {
      actor = await authenticate();
    } catch (error) {
      if (error instanceof Failure) for (const { until } of Array.from(connections)) until.abort(error);
      throw error;
    }
    for (const { until, requirements } of Array.from(connections)) {
      for (const { isMet, refusal } of requirements) if (!isMet(actor)) until.abort(refusal);
    }
    return actor;
  });
  return {
    actor: () => actor,
    connections,
    connect() {
      const connection = { until: new AbortController(), requirements: new Set<Requirement>() };
      connections.add(connection);
      return connection;
    },
    disconnect: (connection) => void connections.delete(connection),
    refresh: refreshing.run,
  };
}

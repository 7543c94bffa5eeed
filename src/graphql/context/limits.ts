import type { GraphQLError } from 'graphql';
import { Failure } from '../../domain/failure.ts';
import { pageSize } from '../../reads/page.ts';

/** Bytes of a request body. */
export const bodyLimit = 1_048_576;
/** The same without a token, which is accepted in development; on a socket, for everything before `connection_init`. */
export const unauthenticatedBodyLimit = 65_536;
/** Operations in one HTTP request. Security scanners report servers that accept ten. */
export const batchLimit = 8;
/** Lexical tokens of one document. */
export const tokenLimit = 2000;
/** Errors per document; one more reports that validation stopped. Security scanners report servers that list ten. */
export const errorLimit = 8;
/** Aliases in one document; those of a fragment count each time it is spread. They repeat a field, and so its work. */
export const aliasLimit = 50;
/** Milliseconds of a statement in a transaction of mutations, after the first `query`: locks are held meanwhile. */
export const readTimeout = 5000;
/** Mutations of an atomic operation. */
export const atomicLimit = 20;
/** Ids of one `nodes`. */
export const nodesLimit = 100;

/**
 * Nesting of fields, and the estimated fields of the response: one per field, times the size of each page or list
 * above.
 */
export const depthLimit = 15;
export const fieldLimit = 100_000;

/** A refusal of the whole operation, which each of its first fields meets before it runs. */
export class OverLimit extends Failure {}

export const complexityLimit = {
  limit: { depth: depthLimit, complexity: fieldLimit },
  defaultComplexity: 1,
  // Usual size of a list without pages, for example the roles of a user.
  defaultListMultiplier: 5,
  complexityError: (kind: string): GraphQLError | Error =>
    new OverLimit(
      'TOO_COMPLEX',
      kind === 'Depth'
        ? `The query is nested more deeply than ${depthLimit} fields.`
        : `The response could have more than ${fieldLimit} fields. Request smaller pages or fewer fields.`,
    ),
};

/** Complexity of a connection: the requested page size. One that is refused must not lower that of other fields. */
export const pageComplexity = ({
  first,
  last,
}: {
  first?: number | null | undefined;
  last?: number | null | undefined;
}) => ({
  field: 1,
  multiplier: Math.max(1, Math.min(first ?? last ?? pageSize.default, pageSize.max)),
});

/** Limits of WebSockets. Times are in milliseconds. */
export const socketLimits = {
  /** Time until `connection_init`. */
  initTimeout: 5000,
  /** Time after `connection_init` in which subscriptions continue at its cursor. */
  resumeTime: 30_000,
  /** Time between two pings, and between two checks that the client reads. */
  heartbeat: 20_000,
  /** Time for a client to close; then the connection is cut. */
  closeTimeout: 2000,
  /** Characters of a ping whose payload is echoed. */
  echo: 1024,
  /** Unsent bytes of a socket above which its subscriptions pause. */
  unsentBytes: 65_536,
  /** Operations in progress on one socket. */
  subscriptions: 100,
  perCaller: 1000,
  /** Different selections in the subscriptions of a caller: each is executed for each event. */
  selections: 100,
  /** Sockets of one process that are not authenticated yet. */
  unauthenticated: 1000,
};

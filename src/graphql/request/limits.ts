import type { GraphQLError } from 'graphql';
import { Failure } from '../../domain/failure.ts';
import { pageSize } from '../../reads/page.ts';

/** Bytes of a request's body. */
export const bodyLimit = 1_048_576;
/** The same for a caller without a token, who may read the schema in development; over a socket, for everything before the initialisation. */
export const strangerBodyLimit = 65_536;
/** Operations in one HTTP request. Security scanners report a server that accepts ten. */
export const batchLimit = 8;
/** Lexical tokens of one document. */
export const tokenLimit = 2000;
/** Errors reported about one document; one more says that validation stopped there. Security scanners report a server that lists ten. */
export const errorLimit = 8;
/** Aliases in one document, in a fragment as often as it is spread: they repeat a field, and so its work, without naming more than one. */
export const aliasLimit = 50;
/** Ids looked up by one `nodes`. */
export const nodesLimit = 100;

/** Nesting of fields, and an estimate of the fields in the answer: one per field, times the size of each page or list it is on. */
export const depthLimit = 15;
export const fieldLimit = 100_000;

export const complexityLimit = {
  limit: { depth: depthLimit, complexity: fieldLimit },
  defaultComplexity: 1,
  // What a list without pages usually holds: the roles of a user, the scopes of a role.
  defaultListMultiplier: 5,
  complexityError: (kind: string): GraphQLError | Error =>
    new Failure(
      'BAD_USER_INPUT',
      kind === 'Depth'
        ? `The query is nested deeper than ${depthLimit} fields.`
        : `The query may answer with more than ${fieldLimit} fields: ask for smaller pages or fewer fields.`,
    ),
};

/** Complexity of a connection: its page, as large as asked for. */
export const pageComplexity = ({
  first,
  last,
}: {
  first?: number | null | undefined;
  last?: number | null | undefined;
}) => ({
  field: 1,
  multiplier: Math.min(first ?? last ?? pageSize.usual, pageSize.most),
});

/** WebSockets: times in milliseconds, and numbers. */
export const socketLimits = {
  /** For `connection_init` to arrive. */
  initTimeout: 5000,
  /** Between two pings, and two checks that the client reads what it is sent. */
  heartbeat: 20_000,
  /** For a client to close after it was asked to; then it is cut. */
  closeTimeout: 2000,
  /** Characters of a ping whose payload is echoed. */
  echo: 1024,
  /** Unsent bytes of a socket above which its subscriptions pause. */
  unsentBytes: 65_536,
  /** Operations in progress on one socket. */
  subscriptions: 100,
  perCaller: 1000,
  /** Sockets of one process that are not authenticated yet. */
  unauthenticated: 1000,
};

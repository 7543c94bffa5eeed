import { type ExecutionArgs, type ExecutionResult, getOperationAST, GraphQLError, OperationTypeNode } from 'graphql';
import type { YogaServerInstance } from 'graphql-yoga';
import { Failure } from '../../domain/failure.ts';
import type { Ids } from '../../platform/ids/ids.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Context } from '../request/context.ts';
import { type ErrorContext, withPublicErrors } from '../request/errors.ts';
import type { Resumption } from './resume.ts';
import { toGraphQLError, withErrorResult } from './stream-errors.ts';
import type { LiveSession } from './live-access.ts';
import type { RequestState } from '../request/plugins.ts';
import { refuseVariables } from '../request/validation-rules.ts';
import { createSharedSubscribe, type Sink } from './shared-answers.ts';

/** The payload of a `subscribe` message. */
interface Params {
  query: string;
  operationName?: string | null | undefined;
  variables?: Record<string, unknown> | null | undefined;
}

/** Executes operations of sockets, with the same schema, limits and errors as over HTTP. */
export interface SocketExecutor {
  /**
   * The arguments of the operation, or its errors, which end this operation rather than the socket. Authenticates again
   * for queries and mutations, as for every request. `sink` gets the results of a subscription.
   */
  prepare(params: Params, connection: Connection, sink: Sink): Promise<ExecutionArgs | readonly GraphQLError[]>;
  execute(args: ExecutionArgs): Promise<ExecutionResult>;
  subscribe(args: ExecutionArgs): Promise<AsyncIterable<ExecutionResult> | ExecutionResult>;
  /** A refusal in its public form. */
  refuse(failure: Failure): GraphQLError;
}

interface Services {
  yoga: YogaServerInstance<RequestState, Context>;
  ids: Ids;
  logger: Logger;
  database: ErrorContext['database'];
}

/** What operations need to know about their socket. */
export interface Connection {
  session: LiveSession;
  resumption?: Resumption | undefined;
}

/** Passed on from `prepare`, as the root value. */
interface Prepared {
  requestId: string;
  sink: Sink;
  execute(args: ExecutionArgs): Promise<ExecutionResult>;
}
const preparedOf = ({ rootValue }: ExecutionArgs): Prepared => rootValue as Prepared;

export function createSocketExecutor({ yoga, ids, logger, database }: Services): SocketExecutor {
  const published = (result: ExecutionResult, requestId: string): ExecutionResult =>
    result.errors ? withoutStatus(withPublicErrors(result as never, { requestId, logger, database })) : result;
  const sharedSubscribe = createSharedSubscribe((result) => published(result, ids.next('request')));
  const errorsOf = (errors: readonly GraphQLError[], requestId: string): readonly GraphQLError[] =>
    published({ errors }, requestId).errors ?? [];
  return {
    async prepare({ query, operationName, variables }, { session, resumption }, sink) {
      const requestId = ids.next('request');
      const state = { requestId, actor: session.actor, session, resumption };
      const { schema, parse, validate, execute, contextFactory } = yoga.getEnveloped(state as never);
      const document = attempt(() => parse(query));
      if (document instanceof GraphQLError) return errorsOf([document], requestId);
      const errors = validate(schema, document) as readonly GraphQLError[];
      if (errors.length) return errorsOf(errors, requestId);
      const operation = getOperationAST(document, operationName);
      if (!operation) return errorsOf([toGraphQLError(unidentified())], requestId);
      try {
        // Subscriptions are re-authorized while they last.
        if (operation.operation !== OperationTypeNode.SUBSCRIPTION) state.actor = await session.refresh();
      } catch (error) {
        return errorsOf([toGraphQLError(error)], requestId);
      }
      const contextValue = (await contextFactory()) as Context;
      const rootValue: Prepared = { requestId, sink, execute };
      return { schema, document, operationName, variableValues: variables, contextValue, rootValue };
    },
    async execute(args) {
      const { execute, requestId } = preparedOf(args);
      return published(await execute({ ...args, rootValue: undefined }), requestId);
    },
    async subscribe(args) {
      const { requestId, sink } = preparedOf(args);
      const refused = refuseVariables(args);
      if (refused) return published({ errors: [refused] }, requestId);
      const stream = await sharedSubscribe({ ...args, rootValue: undefined }, sink);
      if (!(Symbol.asyncIterator in stream)) return published(stream, requestId);
      return withErrorResult(stream, (result) => published(result, requestId));
    },
    refuse: (failure) => errorsOf([toGraphQLError(failure)], ids.next('request'))[0] as GraphQLError,
  };
}

/** A socket has no HTTP status. */
function withoutStatus(result: ExecutionResult): ExecutionResult {
  for (const { extensions } of result.errors ?? []) delete extensions['http'];
  return result;
}

// As over HTTP.
const unidentified = () => new Failure('BAD_USER_INPUT', 'Could not determine what operation to execute.');

function attempt<T>(work: () => T): T | GraphQLError {
  try {
    return work();
  } catch (error) {
    if (error instanceof GraphQLError) return error;
    throw error;
  }
}

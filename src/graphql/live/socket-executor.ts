import { identify, type RequestIds, requestIdsIn } from '../../domain/trace-context.ts';
import { type ExecutionArgs, type ExecutionResult, getOperationAST, GraphQLError, OperationTypeNode } from 'graphql';
import type { YogaServerInstance } from 'graphql-yoga';
import { Failure } from '../../domain/failure.ts';
import { callerOf } from '../../kernel/actor.ts';
import { type Ids, uuidOf } from '../../platform/ids/ids.ts';
import type { Logger } from '../../platform/logger.ts';
import { type ErrorContext, withPublicErrors } from '../errors/errors.ts';
import type { Resumption } from '../context/resume.ts';
import { toGraphQLError, withErrorResult } from './stream-errors.ts';
import type { LiveCaller } from '../context/live-access.ts';
import { createCurrentActor } from '../../kernel/current-actor.ts';
import type { Clock } from '../../platform/clock.ts';
import type { RequestContext, RequestState } from '../request/plugins.ts';
import { refuseVariables } from '../request/validation-rules.ts';
import type { Selections } from './selections.ts';
import { createSharedSubscribe, type SendResult } from './shared-results.ts';

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
   * for queries and mutations, as for every request. `send` gets the results of a subscription.
   */
  prepare(params: Params, connection: Connection, send: SendResult): Promise<ExecutionArgs | readonly GraphQLError[]>;
  execute(args: ExecutionArgs): Promise<ExecutionResult>;
  subscribe(args: ExecutionArgs): Promise<AsyncIterable<ExecutionResult> | ExecutionResult>;
  /** A refusal in its public form. */
  refuse(failure: Failure): GraphQLError;
}

interface Services {
  yoga: YogaServerInstance<RequestContext, object>;
  contextOf(state: RequestState): RequestContext;
  clock: Clock;
  ids: Ids;
  logger: Logger;
  database: ErrorContext['database'];
  selections: Selections;
}

/** The properties of a socket that its operations read. */
interface Connection {
  live: LiveCaller;
  /** The trace of its operations, from the client: in `connectionParams`, because browsers send no headers. */
  traceparent?: unknown;
  resumption?: Resumption | undefined;
}

/** Passed on from `prepare`, as the root value. */
interface Prepared {
  request: RequestIds;
  send: SendResult;
  execute(args: ExecutionArgs): Promise<ExecutionResult>;
}
const preparedOf = ({ rootValue }: ExecutionArgs): Prepared => rootValue as Prepared;

export function createSocketExecutor(services: Services): SocketExecutor {
  const { yoga, contextOf, clock, ids, logger, database, selections } = services;
  const newRequest = (traceparent?: unknown): RequestIds => {
    const requestId = ids.next('request');
    return requestIdsIn(identify(requestId, uuidOf(requestId), traceparent));
  };
  const published = (result: ExecutionResult, request: RequestIds): ExecutionResult =>
    result.errors ? withoutStatus(withPublicErrors(result as never, { ...request, logger, database })) : result;
  const sharedSubscribe = createSharedSubscribe({
    publish: (result) => published(result, newRequest()),
    count: (selection, { contextValue }) => selections.add(callerOf((contextValue as RequestContext).actor), selection),
  });
  const errorsOf = (errors: readonly GraphQLError[], request: RequestIds): readonly GraphQLError[] =>
    published({ errors }, request).errors ?? [];
  return {
    async prepare({ query, operationName, variables }, { live, resumption, traceparent }, send) {
      const request = newRequest(traceparent);
      const currentActor = createCurrentActor(live.refresh, { clock });
      const caller = { authorization: null, isTooLarge: false, currentActor };
      const contextValue = contextOf({ ...request, ...caller, actor: live.actor(), live, resumption });
      const { schema, parse, validate, execute } = yoga.getEnveloped(contextValue as never);
      const document = attempt(() => parse(query));
      if (document instanceof GraphQLError) return errorsOf([document], request);
      const errors = validate(schema, document) as readonly GraphQLError[];
      if (errors.length) return errorsOf(errors, request);
      const operation = getOperationAST(document, operationName);
      if (!operation) return errorsOf([toGraphQLError(unidentified())], request);
      try {
        // Subscriptions are re-authorized while they last.
        if (operation.operation !== OperationTypeNode.SUBSCRIPTION) contextValue.actor = await currentActor();
      } catch (error) {
        return errorsOf([toGraphQLError(error)], request);
      }
      const rootValue: Prepared = { request, send, execute };
      return { schema, document, operationName, variableValues: variables, contextValue, rootValue };
    },
    async execute(args) {
      const { execute, request } = preparedOf(args);
      return published(await execute({ ...args, rootValue: undefined }), request);
    },
    async subscribe(args) {
      const { request, send } = preparedOf(args);
      const refused = refuseVariables(args);
      if (refused) return published({ errors: [refused] }, request);
      const subscribing = sharedSubscribe({ ...args, rootValue: undefined }, send);
      const stream = await subscribing.catch((error: unknown) => ({ errors: [toGraphQLError(error)] }));
      if (!(Symbol.asyncIterator in stream)) return published(stream, request);
      return withErrorResult(stream, (result) => published(result, request));
    },
    refuse: (failure) => errorsOf([toGraphQLError(failure)], newRequest())[0] as GraphQLError,
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

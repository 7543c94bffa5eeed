import { type RequestIds, requestIdsIn } from '../../domain/trace-context.ts';
import type { ServerResponse } from 'node:http';
import { GraphQLError } from 'graphql';
import { isAsyncIterable, type Plugin } from 'graphql-yoga';
import { badUserInput, Failure } from '../../domain/failure.ts';
import { findRepeatedMember, maxJsonValues } from '../../domain/json-text.ts';
import type { Actor, CurrentActor } from '../../kernel/actor.ts';
import type { Context } from '../context/context.ts';
import { dryRunArgument } from '../mutations/mutation-fields.ts';
import { type ErrorContext, withPublicErrors } from '../errors/errors.ts';
import { bodyLimit, unauthenticatedBodyLimit } from '../context/limits.ts';
import type { LiveCaller } from '../context/live-access.ts';
import type { Resumption } from '../context/resume.ts';
import { explainVariables, refuseVariables } from './validation-rules.ts';

/** State of one HTTP request. */
export interface RequestState extends RequestIds {
  actor: Actor | null;
  currentActor: CurrentActor;
  /** The Authorization header; null if it is absent or empty. */
  authorization: string | null;
  /** The Origin header of a page elsewhere. */
  origin?: string | undefined;
  /** Why the caller is rejected. The body was not read then. */
  refusal?: Error;
  /** The caller, on a socket. */
  live?: LiveCaller;
  /** Positions of its subscriptions, on a socket. */
  resumption?: Resumption | undefined;
  /** The body is larger than allowed and was dropped. */
  isTooLarge: boolean;
  /** The response over HTTP. */
  response?: ServerResponse;
  /** The body of a request over HTTP. */
  text?: string;
}

/** The context of resolvers. */
export type RequestContext = Context & RequestState;

export type RequestPlugin = Plugin<object, RequestState>;

/** Rejects a caller that was not authenticated (`identify` in graphql/server.ts), before the body is parsed. */
export const authentication: RequestPlugin = {
  onRequestParse({ serverContext: { refusal, authorization } }) {
    if (refusal === undefined) return;
    if (!(refusal instanceof Failure)) throw refusal;
    if (refusal.code === 'FORBIDDEN') throw refused(refusal, 403);
    // RFC 6750 §3: the challenge has an error for an invalid token, but not for a missing one.
    const challenge = authorization === null ? 'Bearer' : 'Bearer error="invalid_token"';
    throw refused(refusal, 401, { 'WWW-Authenticate': challenge });
  },
};

const jsonType = /^application\/(graphql\+)?json\s*(;|$)/i;

/** Limits the size of bodies, and accepts only JSON, which a form on another site cannot send. */
export const jsonOnly: RequestPlugin = {
  onRequestParse({ request, requestParser, setRequestParser, serverContext }) {
    if (serverContext.isTooLarge) {
      const limit = serverContext.actor ? bodyLimit : unauthenticatedBodyLimit;
      throw refused(
        new Failure('BAD_USER_INPUT', `The body must have at most ${limit} bytes and ${maxJsonValues} values.`),
        413,
      );
    }
    if (hasDryRun(request.url)) throw refused(misplacedDryRun, 400);
    if (request.method === 'POST' && !jsonType.test(request.headers.get('content-type') ?? '')) {
      throw refused(new Failure('BAD_USER_INPUT', 'The content type of the body must be application/json.'), 415);
    }
    if (!requestParser) return;
    const { text = '' } = serverContext;
    setRequestParser(async () => {
      try {
        const parsed = await requestParser(request);
        refuseRepeated(text);
        return parsed;
      } catch (error) {
        if (error instanceof GraphQLError) throw error;
        throw refused(new Failure('BAD_USER_INPUT', 'The request is not well-formed.'), 400);
      }
    });
  },
};

const hasDryRun = (url: string): boolean => url.includes('?') && new URL(url).searchParams.has(dryRunArgument);

// In the query string, as in REST, it would be ignored, and the mutation would be committed.
const misplacedDryRun = badUserInput('Give `dryRun` as an argument of each mutation, not in the URL.', dryRunArgument);

// JSON.parse silently keeps the last of several members with the same name.
function refuseRepeated(text: string): void {
  const repeated = findRepeatedMember(text);
  if (!repeated) return;
  throw refused(new Failure('BAD_USER_INPUT', 'The body has a duplicate member.', [repeated]), 400);
}

const refused = (failure: Failure, status: number, headers: Record<string, string> = {}): GraphQLError =>
  new GraphQLError(failure.message, { originalError: failure, extensions: { http: { status, headers } } });

/** Rejects variables that cannot be stored, and reports the path of values that do not match their types. */
export const variableChecks: RequestPlugin = {
  onExecute({ args, setResultAndStopExecution }) {
    const refused = refuseVariables(args);
    if (refused) return setResultAndStopExecution({ errors: [refused] });
    return {
      onExecuteDone({ result, setResult }) {
        if (isAsyncIterable(result) || !result.errors || 'data' in result) return;
        const explained = explainVariables(args);
        if (explained) setResult({ errors: [explained] });
      },
    };
  },
};

/** The last plugin: writes the errors of a result in their public form. */
export const errorWriter = (services: Omit<ErrorContext, keyof RequestIds>): RequestPlugin => ({
  onResultProcess({ result, setResult, serverContext }) {
    const context = { ...services, ...requestIdsIn(serverContext) };
    if (Array.isArray(result)) setResult(result.map((one) => withPublicErrors(one as never, context)));
    else if ('errors' in result) setResult(withPublicErrors(result as never, context));
  },
});

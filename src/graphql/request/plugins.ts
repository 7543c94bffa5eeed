import type { ServerResponse } from 'node:http';
import { type DocumentNode, GraphQLError, parse, validate } from 'graphql';
import { isAsyncIterable, type Plugin } from 'graphql-yoga';
import { badUserInput, Failure } from '../../domain/failure.ts';
import { findRepeatedMember } from '../../domain/json-text.ts';
import type { Actor } from '../../kernel/actor.ts';
import { dryRunArgument } from './dry-runs.ts';
import { type ErrorContext, withPublicErrors } from './errors.ts';
import { bodyLimit, errorLimit, strangerBodyLimit, tokenLimit } from './limits.ts';
import { literalPlaces } from './literal-positions.ts';
import type { LiveSession } from '../live/live-access.ts';
import { explainVariables, fewAliases, refuseVariables, storableTexts } from './validation-rules.ts';

/** What accompanies one HTTP request. */
export interface RequestState {
  requestId: string;
  actor: Actor | null;
  /** The Authorization header; null also when it is empty. */
  authorization: string | null;
  /** Why the caller is not accepted: then the body was not read. */
  refusal?: Error;
  /** The caller on a socket. */
  session?: LiveSession;
  /** What is answered over HTTP. */
  response?: ServerResponse;
  /** The body is larger than allowed, and was not kept. */
  isTooLarge: boolean;
  /** The body. */
  text: string;
}

export type RequestPlugin = Plugin<object, RequestState>;

/** Refuses a caller that was not accepted (`identify` in server.ts), before anything of its body is looked at. */
export const authentication: RequestPlugin = {
  onRequestParse({ serverContext: { refusal, authorization } }) {
    if (refusal === undefined) return;
    if (!(refusal instanceof Failure)) throw refusal;
    // RFC 6750 §3: a token that is not accepted is answered with its error, a missing one with the bare challenge.
    const challenge = authorization === null ? 'Bearer' : 'Bearer error="invalid_token"';
    throw refused(refusal, 401, { 'WWW-Authenticate': challenge });
  },
};

const jsonType = /^application\/(graphql\+)?json\s*(;|$)/i;

/** Bodies are bounded, and JSON: what a form on another site can send is not, and is not read. */
export const jsonOnly: RequestPlugin = {
  onRequestParse({ request, requestParser, setRequestParser, serverContext }) {
    if (serverContext.isTooLarge) {
      const limit = serverContext.actor ? bodyLimit : strangerBodyLimit;
      throw refused(new Failure('BAD_USER_INPUT', `A body has at most ${limit} bytes.`), 413);
    }
    if (new URL(request.url).searchParams.has(dryRunArgument)) throw refused(misplacedDryRun, 400);
    if (request.method === 'POST' && !jsonType.test(request.headers.get('content-type') ?? '')) {
      throw refused(new Failure('BAD_USER_INPUT', 'The content type of the body has to be application/json.'), 415);
    }
    if (!requestParser) return;
    setRequestParser(async (received) => {
      try {
        const parsed = await requestParser(received);
        refuseRepeated(serverContext.text);
        return parsed;
      } catch (error) {
        if (error instanceof GraphQLError) throw error;
        throw refused(new Failure('BAD_USER_INPUT', 'The request is not well-formed.'), 400);
      }
    });
  },
};

// In the query string, as REST has it, it would be ignored and the mutation run for real.
const misplacedDryRun = badUserInput('A dry run is requested by the argument of each mutation.', dryRunArgument);

// JSON.parse keeps the last of several members of one name, and says nothing.
function refuseRepeated(text: string): void {
  const repeated = findRepeatedMember(text);
  if (!repeated) return;
  throw refused(new Failure('BAD_USER_INPUT', 'The body names a member twice.', [repeated]), 400);
}

const refused = (failure: Failure, status: number, headers: Record<string, string> = {}): GraphQLError =>
  new GraphQLError(failure.message, { originalError: failure, extensions: { http: { status, headers } } });

/** Bounds what one document may cost before it runs. Documents that were seen before are not looked at again. */
export const documentLimits: RequestPlugin = {
  onParse({ setParseFn }) {
    setParseFn((source: string) => parse(source, { maxTokens: tokenLimit }));
  },
  onValidate({ addValidationRule, setValidationFn }) {
    addValidationRule(literalPlaces);
    addValidationRule(fewAliases);
    addValidationRule(storableTexts);
    setValidationFn(((schema, document, rules) =>
      validate(schema, document, rules, { maxErrors: errorLimit, hideSuggestions: true }).map((error) =>
        inDocument(error, document),
      )) as typeof validate);
  },
};

/** The error that validation stopped at its limit names no source: without one it would not count as an error in the document. */
function inDocument(error: GraphQLError, { loc }: DocumentNode): GraphQLError {
  return error.source ? error : new GraphQLError(error.message, { source: loc?.source });
}

/** Refuses variables that may not reach the database, and says of those that do not fit their types where and why. */
export const variableChecks: RequestPlugin = {
  onExecute({ args, setResultAndStopExecution }) {
    const refused = refuseVariables(args.variableValues);
    if (refused) return setResultAndStopExecution(resultOf(refused));
    return {
      onExecuteDone({ result, setResult }) {
        if (isAsyncIterable(result) || !result.errors || 'data' in result) return;
        const failure = explainVariables(args);
        if (failure) setResult(resultOf(failure));
      },
    };
  },
};

const resultOf = (failure: Failure) => ({ errors: [new GraphQLError(failure.message, { originalError: failure })] });

/** The last to touch a result: every error in it gets the form that callers know. */
export const errorWriter = (services: Omit<ErrorContext, 'requestId'>): RequestPlugin => ({
  onResultProcess({ result, setResult, serverContext: { requestId } }) {
    const context = { ...services, requestId };
    if (Array.isArray(result)) setResult(result.map((one) => withPublicErrors(one as never, context)));
    else if ('errors' in result) setResult(withPublicErrors(result as never, context));
  },
});

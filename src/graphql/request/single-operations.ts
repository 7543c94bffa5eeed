import type { IncomingMessage, ServerResponse } from 'node:http';
import { RequestCache } from '@pothos/plugin-scope-auth';
import type { ExecutionResult } from 'graphql';
import {
  type FetchAPI,
  type GraphQLParams,
  isAsyncIterable,
  processRegularResult,
  type YogaServerInstance,
} from 'graphql-yoga';
import { findRepeatedMember } from '../../domain/json-text.ts';
import { requestIdsIn, type RequestIds } from '../../domain/trace-context.ts';
import { compress } from '../../http/compress.ts';
import { toGraphQLError } from '../live/stream-errors.ts';
import { hasMutation } from './compression.ts';
import { type ErrorContext, withPublicErrors } from './errors.ts';
import type { RequestContext } from './plugins.ts';

type Yoga = Pick<YogaServerInstance<RequestContext, object>, 'getResultForParams'>;
type Services = Omit<ErrorContext, keyof RequestIds>;

/** A request, and its body. */
interface Received {
  request: IncomingMessage;
  response: ServerResponse;
  text: string;
}

/**
 * Answers a POST of one query or mutation with the parts of Yoga that execute it and write its result, without those
 * that make a request and a response of the Fetch API for it and let each plugin choose its parser. False for anything
 * else, which Yoga answers: GET, batches, subscriptions, what is refused. Needed by bench:management, writes through
 * GraphQL at least 0.6 of bare Prisma.
 */
export const createSingleOperations =
  (yoga: Yoga, services: Services) =>
  async ({ request: incoming, response, text }: Received, context: RequestContext): Promise<boolean> => {
    const mediaType = mediaTypeOf(incoming.headers.accept);
    const params = mediaType === undefined ? undefined : paramsOf(incoming, text, context);
    if (mediaType === undefined || !params) return false;
    const request = requestOf(incoming);
    const result = await execute(yoga, { params, request }, context);
    const published = withPublicErrors(result as never, { ...services, ...requestIdsIn(context) });
    const { body, init } = processRegularResult(published, writer, mediaType) as object as Written;
    const mayCompress = !hasMutation(request);
    const content = mayCompress
      ? await compress(incoming.headers['accept-encoding'], response, Buffer.from(body))
      : body;
    if (response.destroyed) return true;
    response.writeHead(init.status, { ...init.headers, 'content-length': Buffer.byteLength(content) }).end(content);
    return true;
  };

async function execute(yoga: Yoga, operation: { params: GraphQLParams; request: Request }, context: RequestContext) {
  try {
    const result = await yoga.getResultForParams(operation, context);
    if (!result || isAsyncIterable(result)) throw new Error('GraphQL: no single result');
    return result;
  } catch (error) {
    return { errors: [toGraphQLError(error)] } satisfies ExecutionResult;
  } finally {
    // It is in a WeakMap, whose values V8 keeps until the next full garbage collection.
    RequestCache.clearForContext(context);
  }
}

const responseJson = 'application/graphql-response+json';
const json = 'application/json';

/** The media type of a JSON result, as Yoga chooses it; undefined if the client accepts none. */
function mediaTypeOf(accept = '*/*'): string | undefined {
  for (const range of accept.replace(/\s/g, '').toLowerCase().split(',')) {
    const [type, ...parameters] = range.split(';');
    if (parameters.some((parameter) => parameter.includes('charset=') && parameter !== 'charset=utf-8')) continue;
    if (type === responseJson || type === json) return type;
    if (type === '*/*' || type === 'application/*') return json;
  }
  return undefined;
}

/** The query or mutation in a body; undefined for anything else. */
function paramsOf(
  { method, url, headers }: IncomingMessage,
  text: string,
  { refusal, isTooLarge }: RequestContext,
): GraphQLParams | undefined {
  if (method !== 'POST' || url !== '/graphql' || refusal || isTooLarge) return undefined;
  if (!/^application\/json(;|$)/.test(headers['content-type'] ?? '')) return undefined;
  const params = parse(text);
  const { query, operationName, variables, ...others } = (params ?? {}) as Record<string, unknown>;
  if (typeof query !== 'string' || query.includes('subscription') || Object.keys(others).length) return undefined;
  if (operationName != null && typeof operationName !== 'string') return undefined;
  if (variables != null && (typeof variables !== 'object' || Array.isArray(variables))) return undefined;
  return findRepeatedMember(text) ? undefined : (params as GraphQLParams);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A request as plugins read it. */
const requestOf = ({ headers }: IncomingMessage): Request =>
  ({ method: 'POST', headers: { get: (name: string) => headers[name] ?? null } }) as object as Request;

/** What Yoga makes of a result: the text, the status and the headers of its response. */
class Written {
  readonly body: string;
  readonly init: { status: number; headers: Record<string, string> };

  constructor(body: string, init: Written['init']) {
    this.body = body;
    this.init = init;
  }
}

const writer = { Response: Written } as object as FetchAPI;

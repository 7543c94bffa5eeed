import { type RequestIds, requestIdsIn } from '../domain/trace-context.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Failure } from '../domain/failure.ts';
import { hasTooManyValues, maxJsonValues } from '../domain/json-text.ts';
import { readBody } from '../http/body.ts';
import { problemType } from '../http/problem.ts';
import { identifyRequest } from '../http/request-ids.ts';
import { labelRequest, templateOf } from '../http/request-labels.ts';
import { type Actor, callerOf } from '../kernel/actor.ts';
import { createCurrentActor } from '../kernel/current-actor.ts';
import type { Admission } from '../platform/admission/admission.ts';
import type { Ids } from '../platform/ids/ids.ts';
import { acceptPatch, bodyLimit } from './body.ts';
import type { ClientRate } from './client-rate.ts';
import { failureResponse, HttpFailure, Unauthenticated } from './failures.ts';
import { importUsers } from './import/import.ts';
import type { RestApi, RestResponse, RestRequest, RouteServices, Target } from './route.ts';
import { readQuery, splitUrl } from './query.ts';
import { createRouter, type Router } from './router.ts';
import { conditional, send, sendStream } from './send.ts';

export interface RestServices extends RouteServices {
  config: { publicUrl: string };
  ids: Ids;
  admission: Admission;
  /** The least rate at which clients send imports and read exports; for tests. */
  clientRate?: ClientRate;
  /**
   * The caller of an Authorization header. Throws UNAUTHENTICATED if its token is missing or invalid, FORBIDDEN if it
   * is not for pages of this origin.
   */
  authenticate(authorization: string | null, origin?: string): Promise<Actor>;
}

/** The listener for the addresses of an API. */
export function createRest(
  api: RestApi,
  services: RestServices,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const router = createRouter(api);
  return async (request, response) => {
    const requestIds = identifyRequest(request, response, services.ids);
    try {
      const result = await respond(request, response, { ...services, ...requestIds, api, router });
      if (result?.stream) await sendStream(request, response, { ...result, stream: result.stream }, services);
      else if (result) await send(request, response, conditional(request, result));
    } catch (error) {
      const failure = failureResponse(error, { ...services, ...requestIds });
      await send(request, response, failure, problemType);
    }
  };
}

const tooLarge = `The body must have at most ${bodyLimit} bytes and ${maxJsonValues} values.`;

const mayHaveBody = ({ method }: IncomingMessage): boolean => method !== 'GET' && method !== 'HEAD';

interface Work extends RestServices, RequestIds {
  api: RestApi;
  router: Router<Target>;
}

/**
 * The body is read only after authentication. Undefined if the response was already sent, or the client disconnected.
 */
async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  work: Work,
): Promise<RestResponse | undefined> {
  const { api, router } = work;
  const { url = '/', method = 'GET', headers } = request;
  const [path, query] = splitUrl(url);
  if (method === 'OPTIONS') return { status: 204, headers: optionsOf(router.methodsOf(path)) };
  const { target, parameters } = router.find(method, path);
  labelRequest(response, { route: templateOf(api.prefix + target.path) });
  if ('read' in target) {
    readQuery(query, target.query);
    return target.read();
  }
  const authenticate = () => authenticated(headers, work);
  if (!('query' in target)) {
    await importUsers(request, response, { ...work, authenticate, isDryRun: target.isDryRun });
    return undefined;
  }
  const currentActor = createCurrentActor(authenticate, work);
  await currentActor();
  const body = mayHaveBody(request) ? await readBody(request, bodyLimit) : Buffer.of();
  if (!body) return undefined;
  if (body === 'too large' || hasTooManyValues(body)) throw new HttpFailure(413, tooLarge, { path: [] });
  const actor = await currentActor();
  const restRequest: RestRequest = {
    actor,
    currentActor,
    authenticate,
    ...requestIdsIn(work),
    parameters,
    query: readQuery(query, target.query),
    headers,
    body,
  };
  return work.admission.run('request', callerOf(actor), async () => target.handle(restRequest, work));
}

const optionsOf = (methods: readonly string[]): Record<string, string> => ({
  allow: methods.join(', '),
  ...(methods.includes('PATCH') && acceptPatch),
});

async function authenticated(
  { authorization, origin }: IncomingMessage['headers'],
  { authenticate, config, api }: Work,
): Promise<Actor> {
  try {
    return await authenticate(authorization ?? null, origin);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.code === 'FORBIDDEN') throw new HttpFailure(403, error.message);
    throw new Unauthenticated(error.message, authorization !== undefined, config.publicUrl + api.metadata);
  }
}

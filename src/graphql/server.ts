import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendNodeResponse } from '@whatwg-node/server';
import { createYoga } from 'graphql-yoga';
import type { EventLog } from '../delivery/event-log/event-log.ts';
import { createExchangeWatch } from '../delivery/exchanges/watch.ts';
import { createDeliveryWatch } from '../delivery/webhooks/watch.ts';
import type { ExplainExchange } from '../domain/oauth/exchange-explanation.ts';
import type { ExplainSignIn } from '../domain/flow/sign-in-explanation.ts';
import type { PreviewSignIn } from '../domain/flow/sign-in-preview.ts';
import { hasTooManyValues } from '../domain/json-text.ts';
import { readBody, textOf } from '../http/body.ts';
import { identifyRequest } from '../http/request-ids.ts';
import { type Actor, callerOf, type CurrentActor } from '../kernel/actor.ts';
import { createCurrentActor } from '../kernel/current-actor.ts';
import type { MyFlows } from '../kernel/my-flows.ts';
import type { Kernel } from '../kernel/types.ts';
import type { Admission } from '../platform/admission/admission.ts';
import type { Clock } from '../platform/clock.ts';
import type { CursorSeal } from '../platform/crypto/cursor-seal.ts';
import type { Database, Prisma, Transaction } from '../platform/database/database.ts';
import type { Ids } from '../platform/ids/ids.ts';
import type { Logger } from '../platform/logger.ts';
import type { Nudges } from '../platform/nudges.ts';
import type { ReadTrial } from '../reads/identity-provider-trial.ts';
import type { ReadSignInTrial } from '../reads/sign-in-trial.ts';
import type { FindLocks } from '../store/flows/locks.ts';
import type { OpenAddress } from '../store/sessions/address.ts';
import type { FindSessions } from '../store/sessions/sessions.ts';
import type { FindBodies } from '../store/webhooks/bodies.ts';
import type { ExchangeLedgerSettings } from '../vocabulary/token-exchange.ts';
import { compression } from './request/compression.ts';
import type { PlatformInfo } from './context/context.ts';
import { cost } from './request/cost.ts';
import { createDocumentCache, documents, noCache } from './request/documents.ts';
import { oneTransaction } from './request/one-transaction.ts';
import { graphiql } from './request/graphiql.ts';
import { batchLimit, bodyLimit, unauthenticatedBodyLimit } from './context/limits.ts';
import { createLiveAccess, type LiveAccess, type LiveCaller } from './context/live-access.ts';
import { createSelections } from './live/selections.ts';
import { createSocketExecutor } from './live/socket-executor.ts';
import {
  authentication,
  errorWriter,
  jsonOnly,
  type RequestContext,
  type RequestState,
  variableChecks,
} from './request/plugins.ts';
import { renewActor } from './schema/access.ts';
import { schema } from './schema.ts';
import { createStreams, type Streams } from './live/streams.ts';
import { createSockets, type Sockets } from './live/sockets.ts';

export interface GraphqlServices extends Pick<Kernel, 'execute' | 'executeBulk' | 'dryRun' | 'atomically'> {
  admission: Admission;
  database: Database;
  clock: Clock;
  ids: Ids;
  logger: Logger;
  /** In production, requests without a token are rejected, and there is no GraphiQL. */
  production: boolean;
  /**
   * The caller of an Authorization header. Throws Failure UNAUTHENTICATED if the token is not accepted, FORBIDDEN if
   * it is not for pages of this origin.
   */
  authenticate(authorization: string | null, origin?: string): Promise<Actor>;
  nudges: Nudges;
  eventLog: EventLog;
  /** The network that a request comes from. */
  networkOf(request: IncomingMessage): string;
  explainExchange: ExplainExchange<Transaction>;
  findLocks: FindLocks;
  findSessions: FindSessions;
  openAddress: OpenAddress;
  findBodies: FindBodies;
  exchangeLedger: ExchangeLedgerSettings;
  cursorSeal: CursorSeal;
  explainSignIn: ExplainSignIn<Transaction>;
  readTrial: ReadTrial;
  readSignInTrial: ReadSignInTrial;
  previewSignIn: PreviewSignIn<Prisma | Transaction>;
  myFlows: MyFlows;
  platform: PlatformInfo;
}

/** Live clients: WebSockets, and streams of server-sent events. */
export type LiveClients = Record<'socket' | 'stream', number>;

interface Graphql {
  listener(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Accepts a request for a WebSocket. */
  upgrade: Sockets['upgrade'];
  /** Number of live clients by transport. */
  liveClients(): LiveClients;
  /** Closes sockets and streams. */
  close(): Promise<void>;
}

/**
 * `/graphql`: queries by GET and POST, mutations by POST, subscriptions as server-sent events; everything over
 * WebSockets.
 */
export function createGraphql(services: GraphqlServices): Graphql {
  const access = createLiveAccess(services);
  const selections = createSelections();
  const streams = createStreams({ ...services, selections });
  const yoga = createYogaServer(services, streams);
  const contextOf = createContexts(services, access);
  const listener = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const currentActor = currentActorOf(request.headers, services);
    const sender = await identify(request.headers, currentActor, services);
    const body = hasBody(request) && !('refusal' in sender) ? await readBody(request, limitFor(sender)) : Buffer.of();
    if (!body) return;
    // The body may have taken long.
    const caller = 'refusal' in sender ? sender : await identify(request.headers, currentActor, services);
    response.setHeader('cache-control', 'no-store');
    const requestIds = identifyRequest(request, response, services.ids);
    const isTooLarge = body === 'too large' || hasTooManyValues(body);
    const text = isTooLarge ? '' : textOf(body);
    const context = contextOf({ ...caller, ...requestIds, isTooLarge, text, response });
    await services.admission.run('request', callerOf(caller.actor), async () => {
      const answer = await yoga.fetch(urlOf(request), initOf(request, text), context);
      await sendNodeResponse(answer, response, request, true);
    });
  };
  const executor = createSocketExecutor({ ...services, yoga, contextOf, selections });
  const sockets = createSockets({ ...services, executor, access });
  return {
    listener,
    upgrade: sockets.upgrade,
    liveClients: () => ({ socket: sockets.size(), stream: streams.size() }),
    async close() {
      streams.close();
      await sockets.close();
      access.close();
    },
  };
}

type Caller = Pick<RequestState, 'actor' | 'currentActor' | 'authorization' | 'origin' | 'refusal'>;

const currentActorOf = ({ authorization, origin }: IncomingMessage['headers'], services: GraphqlServices) =>
  createCurrentActor(() => services.authenticate(authorization || null, origin), services);

/** Authenticates the caller. In production, requests without a token are rejected here. */
async function identify(
  { authorization: header, origin }: IncomingMessage['headers'],
  currentActor: CurrentActor,
  { production }: Pick<GraphqlServices, 'production'>,
): Promise<Caller> {
  const authorization = header || null;
  const call = { authorization, origin, currentActor };
  if (authorization === null && !production) return { ...call, actor: null };
  try {
    return { ...call, actor: await currentActor() };
  } catch (error) {
    return { ...call, actor: null, refusal: error as Error };
  }
}

const limitFor = ({ actor }: Caller): number => (actor ? bodyLimit : unauthenticatedBodyLimit);

/**
 * The caller of a socket for one subscription, which does not end it. A copy: with that as its prototype, each
 * has a hidden class of its own, and reads for every event and socket are slow (`npm run bench:events -- --only
 * fan-out`, at least 0.45).
 */
const withoutEnd = (live: LiveCaller): LiveCaller => ({ ...live, end: () => undefined });

// Without the Host header, which can be invalid.
const urlOf = ({ url = '' }: IncomingMessage): string => `http://localhost${url}`;

const initOf = (request: IncomingMessage, text: string): RequestInit => ({
  method: request.method ?? 'GET',
  headers: request.headers as Record<string, string>,
  ...(hasBody(request) && { body: text }),
});

const hasBody = ({ method }: IncomingMessage): boolean => method !== 'GET' && method !== 'HEAD';

/** Makes the context of each request: the services for all of them, and its state. */
function createContexts(services: GraphqlServices, access: LiveAccess): (state: RequestState) => RequestContext {
  const { database, clock, eventLog, logger, execute, executeBulk, platform } = services;
  const {
    cursorSeal,
    explainExchange,
    exchangeLedger,
    explainSignIn,
    findBodies,
    findLocks,
    findSessions,
    openAddress,
    previewSignIn,
    readTrial,
    readSignInTrial,
    myFlows,
  } = services;
  const watchDeliveries = createDeliveryWatch(services);
  const watchExchanges = createExchangeWatch(services);
  return (state) => ({
    ...state,
    prisma: database.prisma,
    database,
    clock,
    logger,
    execute,
    executeBulk,
    explainExchange,
    findLocks,
    findSessions,
    openAddress,
    explainSignIn,
    previewSignIn,
    readTrial,
    readSignInTrial,
    myFlows,
    findBodies,
    exchangeLedger,
    cursorSeal,
    beginQuery: async (context) => renewActor(context, await context.currentActor()),
    platform,
    eventLog,
    watchDeliveries,
    watchExchanges,
    followCaller: () =>
      state.live ? Promise.resolve(withoutEnd(state.live)) : access.open(state.authorization, state.origin),
  });
}

function createYogaServer(services: GraphqlServices, streams: Streams) {
  return createYoga<RequestContext>({
    schema,
    plugins: [
      ...(services.production ? [] : [graphiql]),
      authentication,
      jsonOnly,
      documents,
      variableChecks,
      cost,
      oneTransaction(services),
      streams.plugin,
      errorWriter(services),
      compression,
    ],
    batching: { limit: batchLimit },
    parserAndValidationCache: { documentCache: createDocumentCache(), errorCache: noCache },
    // The body has been read, with its own limit.
    maxRequestBodySize: false,
    multipart: false,
    cors: false,
    landingPage: false,
    // Replaced by the plugin.
    graphiql: false,
    logging: false,
    maskedErrors: false,
  });
}

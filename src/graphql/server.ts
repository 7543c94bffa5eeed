import type { IncomingMessage, ServerResponse } from 'node:http';
import { createYoga } from 'graphql-yoga';
import { readBody } from '../http/body.ts';
import type { Actor } from '../kernel/actor.ts';
import type { Kernel } from '../kernel/execute.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import type { Ids } from '../platform/ids.ts';
import type { Logger } from '../platform/logger.ts';
import type { Context } from './context.ts';
import { createDocumentCache } from './document-cache.ts';
import { dryRuns } from './dry-runs.ts';
import { graphiql } from './graphiql.ts';
import { batchLimit, bodyLimit } from './limits.ts';
import { authentication, documentLimits, errorWriter, jsonOnly, type RequestState, variableChecks } from './plugins.ts';
import { schema } from './schema.ts';

export interface GraphqlServices extends Pick<Kernel, 'execute' | 'rehearse'> {
  database: Database;
  clock: Clock;
  ids: Ids;
  logger: Logger;
  /** In production strangers get no answer at all, and there is no GraphiQL. */
  production: boolean;
  /** The caller that an Authorization header stands for. Throws Failure UNAUTHENTICATED when its token is not accepted. */
  authenticate(authorization: string | null): Promise<Actor>;
}

/** The listener for `/graphql`: queries by GET and POST, mutations by POST, JSON only. */
export function createGraphql(
  services: GraphqlServices,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const { database, clock, execute } = services;
  const { prisma } = database;
  const yoga = createYoga<RequestState, Context>({
    schema,
    context: ({ actor, requestId }) => ({ prisma, database, clock, execute, actor, requestId }),
    plugins: [
      ...(services.production ? [] : [graphiql]),
      authentication(services.authenticate, services.production),
      jsonOnly,
      documentLimits,
      variableChecks,
      dryRuns(services.rehearse),
      errorWriter(services.logger),
    ],
    batching: { limit: batchLimit },
    parserAndValidationCache: createDocumentCache(),
    // Bounded when it is read, below.
    maxRequestBodySize: false,
    multipart: false,
    cors: false,
    landingPage: false,
    // Ours, above.
    graphiql: false,
    logging: false,
    maskedErrors: false,
  });
  return async (request, response) => {
    const body = hasBody(request) ? await readBody(request, bodyLimit) : Buffer.of();
    if (!body) return;
    response.setHeader('cache-control', 'no-store');
    // Yoga makes an address of it, which need not be one. Where we are is known without it.
    request.headers.host = 'localhost';
    const requestId = String(response.getHeader('x-request-id') ?? services.ids.next('request'));
    const text = body === 'too large' ? '' : body.toString();
    const state: RequestState = { requestId, actor: null, isTooLarge: body === 'too large', text };
    await yoga(Object.assign(request, { body: text }), response, state);
  };
}

const hasBody = ({ method }: IncomingMessage): boolean => method !== 'GET' && method !== 'HEAD';

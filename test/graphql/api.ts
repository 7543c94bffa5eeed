import { identifyRequest } from '../../src/http/request-ids.ts';
import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import { Failure } from '../../src/domain/failure.ts';
import { createEventLog } from '../../src/delivery/event-log/event-log.ts';
import { createGraphql, type GraphqlServices } from '../../src/graphql/server.ts';
import type { Actor } from '../../src/kernel/actor.ts';
import { systemIds as ids } from '../../src/platform/ids/ids.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { isPermission, permissionNames } from '../../src/vocabulary/permissions.ts';
import { type KernelOptions, startKernel, type TestKernel } from '../support/kernel.ts';
import { countStatements } from '../support/statements.ts';
import { readServices } from '../support/read-services.ts';

export interface Problem {
  path: (string | number)[];
  message: string;
}

export interface GraphqlError {
  message: string;
  path?: (string | number)[];
  extensions: { code: string; problems?: Problem[]; permissions?: string[]; reference?: string };
}

/** The data of a response: its shape depends on the query. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Data = any;

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  data: Data;
  errors: GraphqlError[];
}

export interface Call {
  query?: string;
  variables?: Record<string, unknown>;
  operationName?: string;
}

/** The Management API over HTTP on its own database. Its tokens are fake: see `tokenFor`. */
export interface Api extends AsyncDisposable {
  kernel: TestKernel;
  url: string;
  /** One line per log entry. */
  logged: string[];
  call(query: string, variables?: Record<string, unknown>, token?: string | null): Promise<Answer>;
  /** The data of a call that must succeed. */
  ask(query: string, variables?: Record<string, unknown>, token?: string): Promise<Data>;
  send(init: RequestInit, path?: string): Promise<Answer>;
  /** Closes sockets and streams, as the platform does when it stops. */
  closeLive(): Promise<void>;
  /** Counts the SQL statements that run during `work`. */
  statementsOf(work: () => Promise<unknown>): Promise<number>;
}

export const admin = 'user_01h455vb4pex5vsknk084sn02q';

/** A token of a user or application with these permissions; the user signed in this many seconds ago. */
export const tokenFor = (permissions: readonly string[], actor = admin, age = 0): string =>
  `${actor};${permissions.join(',')};${age}`;
export const everything = tokenFor(permissionNames);

function readToken(header: string | null, now: Date): Actor {
  const [id, names, age = '0'] = /^Bearer (.+)$/.exec(header ?? '')?.[1]?.split(';') ?? [];
  if (!id || names === undefined) throw new Failure('UNAUTHENTICATED', 'The access token is not valid.');
  const kind = id.startsWith('app_') ? 'application' : 'user';
  const permissions = new Set(names.split(',').filter(isPermission));
  const authenticatedAt = kind === 'user' ? new Date(now.getTime() - Number(age) * 1000) : null;
  return { kind, id, permissions, organizations: new Map(), applicationIds: [], authenticatedAt };
}

type Overrides = (kernel: TestKernel, authenticate: GraphqlServices['authenticate']) => Partial<GraphqlServices>;

export async function startApi(overrides: Overrides = () => ({}), options: KernelOptions = {}): Promise<Api> {
  const kernel = await startKernel(options);
  const logged: string[] = [];
  const statements = countStatements(kernel.database.pool);
  const authenticate: GraphqlServices['authenticate'] = async (header) => readToken(header, kernel.now());
  const logger = createLogger('warn', { write: (line) => void logged.push(line) });
  const eventLog = createEventLog({ ...kernel, logger });
  const graphql = createGraphql({
    admission: kernel.admission,
    database: kernel.database,
    execute: kernel.execute,
    executeBulk: kernel.executeBulk,
    dryRun: kernel.dryRun,
    atomically: kernel.atomically,
    ids,
    logger,
    nudges: kernel.nudges,
    eventLog,
    ...readServices(kernel),
    platform: {
      version: '1.2.3',
      issuer: 'https://id.example.com/oidc',
      environment: 'Staging',
      contact: 'help@example.com',
    },
    production: false,
    networkOf: ({ socket }) => socket.remoteAddress ?? '',
    authenticate,
    ...overrides(kernel, authenticate),
  });
  const server = createServer((request, response) => {
    identifyRequest(request, response, ids);
    void graphql.listener(request, response);
  });
  server.on('upgrade', graphql.upgrade);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/graphql`;
  const send: Api['send'] = async (init, path = '') => answerOf(await fetch(url + path, init));
  const call: Api['call'] = (query, variables = {}, token: string | null = everything) =>
    send({
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token !== null && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify({ query, variables }),
    });
  return {
    kernel,
    url,
    logged,
    send,
    call,
    async ask(query, variables, token) {
      const { data, errors, text } = await call(query, variables, token);
      if (errors.length) throw new Error(`expected no errors: ${text}\n${logged.join('')}`);
      return data;
    },
    async statementsOf(work) {
      const before = statements();
      await work();
      return statements() - before;
    },
    closeLive: () => graphql.close(),
    async [Symbol.asyncDispose]() {
      await graphql.close();
      await eventLog.close();
      server.close();
      server.closeAllConnections();
      await kernel[Symbol.asyncDispose]();
    },
  };
}

async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text();
  const isJson = /json/.test(response.headers.get('content-type') ?? '');
  const body = isJson ? JSON.parse(text) : {};
  return { status: response.status, headers: response.headers, text, data: body.data, errors: body.errors ?? [] };
}

/** The code of each error, and the path of its field. */
export const codesOf = ({ errors }: Answer): string[] => errors.map(({ extensions }) => extensions.code);
export const problemPaths = ({ errors }: Answer): string[] =>
  errors.flatMap(({ extensions }) => (extensions.problems ?? []).map(({ path }) => path.join('.')));

/** A POST whose body is sent in chunks, without a Content-Length. */
export function sendChunked(url: string, headers: Record<string, string>, pieces: Iterable<string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { method: 'POST', headers }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    request.on('error', reject);
    for (const piece of pieces) request.write(piece);
    request.end();
  });
}

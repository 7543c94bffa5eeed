import { identifyRequest } from '../../src/http/request-ids.ts';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { Failure } from '../../src/domain/failure.ts';
import type { Actor } from '../../src/kernel/actor.ts';
import { systemIds as ids } from '../../src/platform/ids/ids.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { managementApi } from '../../src/rest/management-api.ts';
import { createRest, type RestServices } from '../../src/rest/server.ts';
import { isPermission, type Permission, permissionNames } from '../../src/vocabulary/permissions.ts';
import { type KernelOptions, type LoggedEvent, eventsOf, startKernel, type TestKernel } from '../support/kernel.ts';
import { countStatements } from '../support/statements.ts';
import { readServices } from '../support/read-services.ts';

/** The JSON of a response: its shape depends on the request. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Json = any;

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The parsed body if it is JSON. */
  json: Json;
}

export interface RestRequest {
  /** Sent as JSON; a string is sent unchanged. */
  body?: unknown;
  headers?: Record<string, string>;
  /** Null for no token. By default, a token with every permission. */
  token?: string | null;
}

/** The REST API over HTTP on its own database. Its tokens are fake: see `tokenFor`. */
export interface Rest extends AsyncDisposable {
  kernel: TestKernel;
  url: string;
  listener: ReturnType<typeof createRest>;
  /** One line per log entry. */
  logged: string[];
  /** `target` is a method and a path below /api: "GET /users". */
  send(target: string, sent?: RestRequest): Promise<Answer>;
  /** Counts the SQL statements that run during `work`. */
  statementsOf(work: () => Promise<unknown>): Promise<number>;
  /** Waits until no request is in progress, those of disconnected clients included. */
  idle(): Promise<void>;
  /** The events of the request with this response. */
  eventsOf(answer: Answer): Promise<LoggedEvent[]>;
}

/** Its public addresses. */
export const addresses = {
  publicUrl: 'https://id.example.com',
  issuer: 'https://id.example.com/oidc',
  managementResource: 'https://id.example.com/api',
};

export const admin = 'user_01h455vb4pex5vsknk084sn02q';

/** A token with these permissions everywhere, and others in single organizations. */
export function tokenFor(
  permissions: readonly Permission[],
  organizations: Record<string, Permission[]> = {},
  id = admin,
): string {
  return Buffer.from(JSON.stringify({ id, permissions, organizations })).toString('base64url');
}
export const everything = tokenFor(permissionNames);
/** A token of another user with every permission. */
export const ofAnother = tokenFor(permissionNames, {}, 'user_01h455vb4pex5vsknk084sn02z');

function readToken(header: string | null): Actor {
  const token = /^Bearer (.+)$/.exec(header ?? '')?.[1];
  if (!token) throw new Failure('UNAUTHENTICATED', 'The access token is not valid.');
  const { id, permissions, organizations } = JSON.parse(Buffer.from(token, 'base64url').toString()) as {
    id: string;
    permissions: string[];
    organizations: Record<string, string[]>;
  };
  const held = Object.entries(organizations).map(([id, names]) => [id, new Set(names.filter(isPermission))] as const);
  return {
    kind: 'user',
    id,
    permissions: new Set(permissions.filter(isPermission)),
    organizations: new Map(held),
    applicationIds: [],
  };
}

export async function startRest(
  overrides: (kernel: TestKernel) => Partial<RestServices> = () => ({}),
  options: KernelOptions = {},
): Promise<Rest> {
  const kernel = await startKernel(options);
  const logged: string[] = [];
  const statements = countStatements(kernel.database.pool);
  const rest = createRest(managementApi(addresses), {
    admission: kernel.admission,
    database: kernel.database,
    execute: kernel.execute,
    executeBulk: kernel.executeBulk,
    dryRun: kernel.dryRun,
    ...readServices(kernel),
    ids,
    logger: createLogger('warn', { write: (line) => void logged.push(line) }),
    authenticate: async (header) => readToken(header),
    config: addresses,
    ...overrides(kernel),
  });
  const inProgress = new Set<Promise<void>>();
  const server = createServer((request, response) => {
    identifyRequest(request, response, ids);
    const handled = rest(request, response).finally(() => inProgress.delete(handled));
    inProgress.add(handled);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/api`;
  return {
    kernel,
    url,
    listener: rest,
    logged,
    async send(target, { body, headers = {}, token = everything } = {}) {
      const [method = '', path = ''] = target.split(' ');
      const type = body === undefined ? {} : { 'content-type': 'application/json' };
      const response = await fetch(url + path, {
        method,
        headers: { ...type, ...(token !== null && { authorization: `Bearer ${token}` }), ...headers },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      const isJson = /[/+]json\b/.test(response.headers.get('content-type') ?? '');
      return {
        status: response.status,
        headers: response.headers,
        text,
        json: isJson && text ? JSON.parse(text) : null,
      };
    },
    async statementsOf(work) {
      const before = statements();
      await work();
      return statements() - before;
    },
    idle: async () => void (await Promise.all(inProgress)),
    eventsOf: ({ headers }) => eventsOf(kernel.database, headers.get('x-request-id') ?? ''),
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await kernel[Symbol.asyncDispose]();
    },
  };
}

/** The status and code of a refusal, and the paths of its problems. */
export const refusal = ({ status, json }: Answer) => ({
  status,
  code: json?.code as string,
  paths: ((json?.problems ?? []) as { path: (string | number)[] }[]).map(({ path }) => path.join('.')),
});

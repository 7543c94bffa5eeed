import { once } from 'node:events';
import { createServer } from 'node:http';
import { getNamedType, type GraphQLNamedType, isEnumType, isInputObjectType } from 'graphql';
import { Failure } from '../../src/domain/failure.ts';
import { schema } from '../../src/graphql/schema.ts';
import type { Actor } from '../../src/kernel/actor.ts';
import type { BulkOperation } from '../../src/kernel/bulk-operation.ts';
import { systemIds as ids } from '../../src/platform/ids/ids.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { managementApi } from '../../src/rest/management-api.ts';
import { createRest } from '../../src/rest/server.ts';
import { addresses } from '../rest/api.ts';
import { isPermissionIn, type Permission, permissionNames } from '../../src/vocabulary/permissions.ts';
import { type Data, startApi } from '../graphql/api.ts';
import { addExchanges, addSums } from './exchanges/exchange-rows.ts';
import { makeRecords, type Records } from './records.ts';
import type { TestKernel } from './kernel.ts';
import { readServices } from './read-services.ts';

/** The claims of a fake token: permissions held everywhere, and in single organizations. */
export interface Caller {
  id: string;
  permissions: readonly Permission[];
  organizations?: Record<string, readonly Permission[]>;
  /** Seconds since the sign-in of a user; null if the token does not state it. By default, 0. */
  signInAge?: number | null;
}

/** A response of either API: the error codes and the whole text. */
export interface Answer {
  status: number;
  /** The header WWW-Authenticate. */
  challenge: string | null;
  codes: string[];
  text: string;
  data: Data;
}

/** Both Management APIs on one database, for fake callers. Two sets of records: our organization, and another one. */
export interface ManagementApi extends AsyncDisposable {
  kernel: TestKernel;
  ours: World;
  theirs: World;
  /** Records without an organization. */
  event: string;
  signingKey: string;
  /** Base URL of both APIs. */
  url: string;
  restUrl: string;
  /** Errors and internal errors in the log. */
  logged: string[];
  /** Statements to the database meanwhile. */
  statementsOf(work: () => Promise<unknown>): Promise<number>;
  graphql(query: string, caller: Caller | null, variables?: Record<string, unknown>): Promise<Answer>;
  rest(method: string, path: string, caller: Caller | null, body?: object): Promise<Answer>;
}

/** A caller with these permissions everywhere. */
export const holder = (...permissions: Permission[]): Caller => ({ id: ids.next('user'), permissions });

/** A caller with all permissions that can be held in one organization, there only. */
export const administratorOf = ({ organization, user }: Records): Caller => ({
  id: user,
  permissions: [],
  organizations: { [organization]: permissionNames.filter((name) => isPermissionIn(organization, name)) },
});

export const tokenOf = (caller: Caller): string => Buffer.from(JSON.stringify(caller)).toString('base64url');

async function authenticate(header: string | null, now: Date): Promise<Actor> {
  if (!header) throw new Failure('UNAUTHENTICATED', 'An access token is required.');
  const {
    id,
    permissions,
    organizations = {},
    signInAge = 0,
  } = JSON.parse(Buffer.from(header.slice('Bearer '.length), 'base64url').toString()) as Caller;
  const held = Object.entries(organizations).map(([organization, names]) => [organization, new Set(names)] as const);
  return {
    kind: id.startsWith('app_') ? 'application' : 'user',
    id,
    permissions: new Set(permissions),
    organizations: new Map(held),
    applicationIds: [],
    authenticatedAt: signInAge === null ? null : new Date(now.getTime() - signInAge * 1000),
  };
}

export async function startManagementApi(): Promise<ManagementApi> {
  const api = await startApi(({ now }) => ({ authenticate: (header) => authenticate(header, now()) }));
  const { kernel, logged } = api;
  const rest = await startRest(kernel, logged);
  const headersOf = (caller: Caller | null): Record<string, string> =>
    caller ? { authorization: `Bearer ${tokenOf(caller)}` } : {};
  return {
    kernel,
    logged,
    statementsOf: api.statementsOf,
    url: api.url,
    restUrl: rest.url,
    ours: await worldWithEvent(kernel),
    theirs: await worldWithEvent(kernel),
    event: await addEvent(kernel, null),
    signingKey: await addSigningKey(kernel),
    async graphql(query, caller, variables = {}) {
      const body = JSON.stringify({ query, variables });
      const headers = { 'content-type': 'application/json', ...headersOf(caller) };
      const { status, headers: answered, data, errors, text } = await api.send({ method: 'POST', headers, body });
      const codes = errors.map(({ extensions }) => extensions.code);
      return { status, challenge: answered.get('www-authenticate'), data, text, codes };
    },
    async rest(method, path, caller, body) {
      const headers = { ...(body && { 'content-type': 'application/json' }), ...headersOf(caller) };
      const response = await fetch(rest.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
      const text = await response.text();
      const isJson = /[/+]json\b/.test(response.headers.get('content-type') ?? '');
      const data: Data = isJson && text ? JSON.parse(text) : null;
      const challenge = response.headers.get('www-authenticate');
      return { status: response.status, challenge, data, text, codes: response.ok ? [] : [data.code] };
    },
    async [Symbol.asyncDispose]() {
      rest.close();
      await api[Symbol.asyncDispose]();
    },
  };
}

async function startRest(kernel: TestKernel, logged: string[]): Promise<{ url: string; close(): void }> {
  const logger = createLogger('warn', { write: (line) => void logged.push(line) });
  const rest = createRest(managementApi(addresses), {
    ...kernel,
    ...readServices(kernel),
    ids,
    logger,
    authenticate: (header) => authenticate(header, kernel.now()),
    config: addresses,
  });
  const server = createServer((request, response) => void rest(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/api`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Records, an event and an exchange of an organization. */
type World = Records & { event: string; exchange: string };

async function worldWithEvent(kernel: TestKernel): Promise<World> {
  const records = await makeRecords(kernel);
  await addSession(kernel, records);
  const { user: userId, organization: organizationId, service: applicationId } = records;
  const [exchange = ''] = await addExchanges(kernel.database, [
    { at: kernel.now(), userId, organizationId, applicationId },
  ]);
  await addSums(kernel.database, [{ at: kernel.now(), applicationId, count: 1 }]);
  return { ...records, event: await addEvent(kernel, records.organization), exchange };
}

async function addSession({ database: { prisma }, now }: TestKernel, { user, service }: Records): Promise<void> {
  const exp = now().getTime() / 1000 + 3600;
  const payload = { uid: ids.secret(), accountId: user, loginTs: exp - 7200, exp, authorizations: { [service]: {} } };
  const expiresAt = new Date(exp * 1000);
  await prisma.oidcRecord.create({
    data: { model: 'Session', key: ids.secret(), uid: payload.uid, userId: user, expiresAt, payload },
  });
}

async function addEvent({ database: { prisma } }: TestKernel, organizationId: string | null): Promise<string> {
  const id = ids.next('event');
  const subject = { subjectKind: 'organization', subjectId: organizationId ?? 'org_x' };
  const actor = { kind: 'platform', id: null, label: null };
  const cause = {
    operation: 'test',
    requestId: ids.next('request'),
    traceId: null,
    applicationIds: [],
    channel: 'platform',
  };
  const data = { organization: { id: organizationId } };
  const type = 'Organization.Data.Updated';
  await prisma.event.create({
    data: { id, type, occurredAt: new Date(0), organizationId, actor, cause, data, ...subject },
  });
  return id;
}

async function addSigningKey({ database: { prisma } }: TestKernel): Promise<string> {
  const id = ids.next('signingKey');
  const key = { algorithm: 'ES256', publicJwk: { kty: 'EC' }, encryptedKey: new Uint8Array(8), signsFrom: new Date(0) };
  await prisma.signingKey.create({ data: { id, ...key } });
  return id;
}

type Input = Record<string, unknown>;

/** The mutation of an operation; a dry run by default. */
export function mutationOf(name: string, input: Input, dryRun = true, fields = 'events { typeName }') {
  const type = schema.getType(`${name.charAt(0).toUpperCase()}${name.slice(1)}Input`);
  if (!isInputObjectType(type)) throw new Error(`there is no mutation ${name}`);
  const query = `mutation ($input: ${type.name}!) { ${name}(input: $input, dryRun: ${dryRun}) { ${fields} } }`;
  return { query, variables: { input: asWritten(input, type) } };
}

/** GraphQL spells enum values in upper case. */
function asWritten(value: unknown, type: GraphQLNamedType): unknown {
  if (Array.isArray(value)) return value.map((item) => asWritten(item, type));
  if (isEnumType(type)) return type.getValues().find((one) => one.value === value)?.name ?? value;
  if (!isInputObjectType(type) || typeof value !== 'object' || value === null) return value;
  const fields = type.getFields();
  const written = ([name, part]: [string, unknown]) => {
    const field = fields[name];
    return [name, field ? asWritten(part, getNamedType(field.type)) : part];
  };
  return Object.fromEntries(Object.entries(value).map(written));
}

/** The input of an operation as one of a bulk operation: the shared fields, and one item. */
export function bulkInput({ shared }: BulkOperation, input: Input): Input {
  const isShared = ([name]: [string, unknown]) => shared.includes(name);
  const parts = Object.entries(input);
  return {
    ...Object.fromEntries(parts.filter(isShared)),
    items: [Object.fromEntries(parts.filter((part) => !isShared(part)))],
  };
}

/** The request of an operation below /api; a dry run by default. */
export function requestOf(
  route: string,
  input: Input,
  dryRun = true,
): [method: string, path: string, body: object | undefined] {
  const [method = '', path = ''] = route.split(' ');
  const rest = { ...input };
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    return String(value);
  });
  return [method, dryRun ? `/dry-run${filled}` : filled, method === 'DELETE' ? undefined : rest];
}

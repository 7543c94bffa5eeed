import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http';
import { createInterface } from 'node:readline';
import { afterAll, expect, it } from 'vitest';
import { addApplication, addUser } from '../../support/issuer.ts';
import { claimsOf, giveRole, mint, signInRecords, startTokenEndpoint } from '../../support/exchanges/token-endpoint.ts';
import { sendTokenRequest, basic, form, formHeaders } from '../../support/exchanges/token-requests.ts';

const endpoint = await startTokenEndpoint();
afterAll(() => endpoint[Symbol.asyncDispose]());
const { app, records, on } = endpoint;
const { prisma } = app.services.database;
const { managementResource } = app.config;
const scopes = await prisma.scope.findMany({ where: { resource: { isBuiltIn: true } } });
const writeUsers = scopes.find(({ name }) => name === 'users:write')?.id ?? '';

interface Caller {
  token: string;
  applicationId: string;
  userId: string;
}

/** An application that acts for itself, and holds users:write. */
async function anApplication(): Promise<Caller> {
  const client = await addApplication(prisma, 'MACHINE_TO_MACHINE');
  await giveRole(prisma, client.id, [writeUsers]);
  return { token: await tokenOf(client), applicationId: client.id, userId: '' };
}

/** A person who holds users:write, and has signed in to an application. */
async function aPerson(): Promise<Caller> {
  const { id } = await addUser(prisma, { scopeIds: [writeUsers] });
  const signedIn = await signInRecords(endpoint, id, records.shop.id);
  const claims = { ...claimsOf(endpoint, signedIn), aud: managementResource, scope: 'users:write' };
  return { token: await mint(endpoint, claims), applicationId: records.shop.id, userId: id };
}

async function tokenOf(client: { id: string; clientSecret: string }): Promise<string> {
  const body = form({ grant_type: 'client_credentials', resource: managementResource });
  const { json } = await sendTokenRequest(on, { headers: { ...formHeaders, authorization: basic(client) }, body });
  return json.access_token ?? '';
}

const { clientId = '', clientSecret = '' } = app.services.firstStart ?? {};
const administrator = await tokenOf({ id: clientId, clientSecret });

async function manage(method: string, path: string, body?: object): Promise<void> {
  const headers = { authorization: `Bearer ${administrator}`, ...(body && { 'content-type': 'application/json' }) };
  const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  const response = await fetch(`${app.url}/api${path}`, sent);
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
}

const roleOf = async ({ applicationId }: Caller) =>
  (await prisma.applicationRole.findFirstOrThrow({ where: { applicationId } })).roleId;

let imports = 0;

/** An import to which lines are sent while it is in progress. */
async function openImport(path: string, { token }: Caller) {
  const prefix = `import${++imports}_`;
  const headers = { 'content-type': 'application/x-ndjson', authorization: `Bearer ${token}` };
  const request: ClientRequest = httpRequest(`${app.url}/api${path}`, { method: 'POST', headers });
  request.on('error', () => undefined);
  request.flushHeaders();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const answer = createInterface(response)[Symbol.asyncIterator]();
  let sent = 0;
  return {
    /** Sends a hundred lines that are refused, and ends. */
    sendRefused: () => request.end('no user\n'.repeat(100)),
    /** Sends a batch, the last line of which is refused. */
    sendBatch() {
      const users = Array.from({ length: 99 }, () => `{"username":"${prefix}${sent++}"}\n`);
      request.write(`${users.join('')}no user\n`);
    },
    end: () => request.end(),
    [Symbol.dispose]: () => void request.destroy(),
    nextLine: async () => {
      const { value } = await answer.next();
      return value === undefined ? undefined : (JSON.parse(value) as object);
    },
    created: () => prisma.user.count({ where: { username: { startsWith: prefix } } }),
  };
}

const ways: [string, () => Promise<Caller>, (caller: Caller) => Promise<void>, string][] = [
  [
    'its application is suspended',
    anApplication,
    ({ applicationId }) => manage('PATCH', `/applications/${applicationId}/is-suspended`, { isSuspended: true }),
    'UNAUTHENTICATED',
  ],
  [
    'its application is deleted',
    anApplication,
    ({ applicationId }) => manage('DELETE', `/applications/${applicationId}`),
    'UNAUTHENTICATED',
  ],
  [
    'its role is taken away',
    anApplication,
    async (caller) => manage('DELETE', `/applications/${caller.applicationId}/roles/${await roleOf(caller)}`),
    'FORBIDDEN',
  ],
  [
    'its person is signed out everywhere',
    aPerson,
    ({ userId }) => manage('DELETE', `/users/${userId}/sessions`),
    'UNAUTHENTICATED',
  ],
  ['its person is deleted', aPerson, ({ userId }) => manage('DELETE', `/users/${userId}`), 'UNAUTHENTICATED'],
];

it.each(ways)('an import ends before the next batch after %s', async (_title, makeCaller, change, code) => {
  const caller = await makeCaller();
  using upload = await openImport('/users/import', caller);
  upload.sendBatch();
  expect(await upload.nextLine()).toMatchObject({ line: 100, failure: { code: 'BAD_USER_INPUT' } });
  await change(caller);
  upload.sendBatch();
  expect(await upload.nextLine()).toEqual({ failure: { code, message: expect.any(String) } });
  expect(await upload.nextLine()).toBeUndefined();
  expect(await upload.created()).toBe(99);
  expect(endpoint.faults).toEqual([]);
});

it('a dry run of an import ends as well', async () => {
  const caller = await anApplication();
  using upload = await openImport('/dry-run/users/import', caller);
  upload.sendBatch();
  expect(await upload.nextLine()).toMatchObject({ line: 100 });
  await manage('PATCH', `/applications/${caller.applicationId}/is-suspended`, { isSuspended: true });
  upload.sendBatch();
  expect(await upload.nextLine()).toMatchObject({ failure: { code: 'UNAUTHENTICATED' } });
});

it('an import of lines that are all refused ends as well', async () => {
  const caller = await anApplication();
  using upload = await openImport('/users/import', caller);
  upload.sendBatch();
  expect(await upload.nextLine()).toMatchObject({ line: 100 });
  await manage('PATCH', `/applications/${caller.applicationId}/is-suspended`, { isSuspended: true });
  upload.sendRefused();
  expect(await upload.nextLine()).toMatchObject({ failure: { code: 'UNAUTHENTICATED' } });
});

it('an import goes on while its caller may create users', async () => {
  using upload = await openImport('/users/import', await aPerson());
  upload.sendBatch();
  expect(await upload.nextLine()).toMatchObject({ line: 100 });
  upload.sendBatch();
  upload.end();
  expect(await upload.nextLine()).toMatchObject({ line: 200 });
  expect(await upload.nextLine()).toEqual({ read: 200, created: 198, failed: 2, done: true });
});

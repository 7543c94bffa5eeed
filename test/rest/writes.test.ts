import { beforeAll, describe, expect, it, test } from 'vitest';
import type { Operation } from '../../src/kernel/operation.ts';
import { perFile } from '../support/per-file.ts';
import { addCallingUser, permittedOperations } from '../support/permitted-operations.ts';
import { successOf } from '../../src/rest/writes.ts';
import { examples } from '../operations/examples/index.ts';
import { makeRecords, type Records } from '../support/records.ts';
import { type Answer, everything, refusal, startRest, tokenFor } from './api.ts';

const rest = perFile(startRest);
beforeAll(() => addCallingUser(rest.kernel));

const routed = permittedOperations.map((operation) => [operation.name, operation] as const);

/** The example of an operation as a request: its path, and the rest as the body. */
function requestOf(operation: Operation, records: Records) {
  const { input, events } = (examples[operation.name] as (typeof examples)[string])(records);
  const { method, path } = operation.route as NonNullable<Operation['route']>;
  const body = { ...input };
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => {
    delete body[name];
    return String(input[name]);
  });
  return { target: `${method} ${filled}`, events, ...(Object.keys(body).length && { body }) };
}

describe('a write', () => {
  test.each(routed)(
    '%s is FORBIDDEN without its permission, stores nothing as a dry run, and else makes its change with its events',
    async (_name, operation) => {
      const { target, events, body } = requestOf(operation, await makeRecords(rest.kernel));
      const types = events.map(([type]) => type);
      const before = await snapshot();
      const others = everythingBut(operation.permission);
      const forbidden = await rest.send(target, { body, token: others });
      expect(refusal(forbidden)).toMatchObject({ status: 403, code: 'FORBIDDEN' });
      expect(forbidden.headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope"');
      const { status, json: dryRun } = await rest.send(target.replace(' ', ' /dry-run'), { body });
      expect([status, Object.keys(dryRun).sort()]).toEqual([200, ['events', 'result']]);
      expect(dryRun.events.map(({ type }: { type: string }) => type)).toEqual(types);
      expect(await snapshot()).toEqual(before);
      const answer = await rest.send(target, { body });
      expect([200, 201, 204]).toContain(answer.status);
      expect((await rest.eventsOf(answer)).map(({ type }) => type)).toEqual(types);
      expect(Object.keys(answer.json ?? {})).toEqual(Object.keys(dryRun.result ?? {}));
      expect(answer.headers.get('cache-control')).toBe('no-store');
      if (answer.status === 204) return;
      expect(answer.json.id).toEqual(expect.any(String));
      if ('version' in answer.json) expect(answer.headers.get('etag')).toMatch(`"${answer.json.version}-`);
    },
  );
});

const everythingBut = (permission: string) =>
  tokenFor(
    (JSON.parse(Buffer.from(everything, 'base64url').toString()) as { permissions: never[] }).permissions.filter(
      (name) => name !== permission,
    ),
  );

async function snapshot(): Promise<unknown> {
  const { prisma } = rest.kernel.database;
  return Promise.all([
    prisma.event.count(),
    prisma.user.count(),
    prisma.role.count(),
    prisma.organizationUser.count(),
    prisma.idempotencyKey.count(),
    prisma.applicationSecret.count(),
  ]);
}

describe('a record', () => {
  it('a record that is created gets 201 and its address', async () => {
    const { status, headers, json } = await rest.send('POST /users', { body: { username: 'grace', name: 'Grace' } });
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`/api/users/${json.id}`);
    expect(headers.get('etag')).toMatch(/^"1-[\w-]{16}"$/);
    expect(json).toMatchObject({ username: 'grace', name: 'Grace', email: null, isSuspended: false });
    expect(json).not.toHaveProperty('passwordHash');
  });

  it('a record below another one has both in its address', async () => {
    const { resource } = await makeRecords(rest.kernel);
    const { headers, json } = await rest.send(`POST /resources/${resource}/scopes`, {
      body: { name: 'orders:cancel' },
    });
    expect(headers.get('location')).toBe(`/api/resources/${resource}/scopes/${json.id}`);
  });

  it('a record with scopes is returned with their ids, in the order of the request', async () => {
    const names = ['b', 'a', 'c'];
    const { status, json } = await rest.send('POST /resources', {
      body: { name: 'Lists', indicator: 'urn:lists', scopes: names.map((name) => ({ name })) },
    });
    expect(status).toBe(201);
    const { items } = (await rest.send(`GET /resources/${json.id}/scopes`)).json;
    const nameOf = (id: string) => items.find((scope: { id: string }) => scope.id === id)?.name;
    expect(json.scopeIds.map(nameOf)).toEqual(names);
  });

  it('a record with a secret is returned with it once, beside its own fields', async () => {
    const { application } = await makeRecords(rest.kernel);
    const { status, headers, json } = await rest.send(`POST /applications/${application}/secrets`, {
      body: { name: 'second' },
    });
    expect(status).toBe(201);
    expect(json).toMatchObject({ name: 'second', applicationId: application, secret: expect.any(String) });
    expect(headers.get('location')).toBe(`/api/applications/${application}/secrets/${json.id}`);
    expect(json).not.toHaveProperty('hash');
  });

  it('gets roles with the request that creates it: a user, users in bulk, and an application', async () => {
    const { role } = await makeRecords(rest.kernel);
    const created = [
      (await rest.send('POST /users', { body: { roleIds: [role] } })).json.id,
      (await rest.send('POST /bulk/create-users', { body: { items: [{ roleIds: [role] }] } })).json.results[0].result
        .id,
    ];
    const application = { name: 'Service', type: 'MACHINE_TO_MACHINE', roleIds: [role], secret: { name: 'first' } };
    const { status, json } = await rest.send('POST /applications', { body: application });
    expect([status, typeof json.secret]).toEqual([201, 'string']);
    const rolesOf = async (path: string) =>
      (await rest.send(`GET ${path}/roles`)).json.items.map(({ id }: { id: string }) => id);
    for (const id of created) expect(await rolesOf(`/users/${id}`)).toEqual([role]);
    expect(await rolesOf(`/applications/${json.id}`)).toEqual([role]);
  });

  it('a record that is deleted gets 204 without a body', async () => {
    const { role } = await makeRecords(rest.kernel);
    const answer = await rest.send(`DELETE /roles/${role}`);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(refusal(await rest.send(`DELETE /roles/${role}`))).toEqual({
      status: 404,
      code: 'NOT_FOUND',
      paths: ['roleId'],
    });
  });
});

describe('an operation that creates a record', () => {
  const creating = routed.filter(([, operation]) => successOf(operation).status === 201);

  test.each(creating)('%s returns the address to read it from', async (_name, operation) => {
    const { target, body } = requestOf(operation, await makeRecords(rest.kernel));
    const { headers, json } = await rest.send(target, { body });
    const address = headers.get('location')?.replace(/^\/api/, '');
    // The ETag of what is compressed is weak.
    const found = await rest.send(`GET ${address}`, { headers: { 'accept-encoding': 'identity' } });
    expect(found.status).toBe(200);
    expect(json).toMatchObject(found.json);
    expect(found.headers.get('etag')).toBe(headers.get('etag'));
    const besides = Object.keys(json).filter((field) => !(field in found.json));
    expect(besides).toEqual(successOf(operation).extraFields);
  });
});

describe('the header If-Match', () => {
  it('must name the current version, or the request is refused with 412 and changes nothing', async () => {
    const { user } = await makeRecords(rest.kernel);
    const rename = (name: string, etag: string) =>
      rest.send(`PATCH /users/${user}`, { body: { name }, headers: { 'if-match': etag } });
    const first = await rename('One', '"1"');
    const etag = first.headers.get('etag') ?? '';
    expect([first.status, etag]).toEqual([200, expect.stringMatching(/^"2-/)]);
    const late = await rename('Two', '"1"');
    expect(refusal(late)).toEqual({ status: 412, code: 'VERSION_MISMATCH', paths: ['If-Match'] });
    expect(late.json).toMatchObject({ currentVersion: 2, detail: 'Not the current version: it is 2.' });
    expect((await rename('Three', `W/${etag}`)).json).toMatchObject({ name: 'Three', version: 3 });
    expect((await rename('Four', '*')).json.version).toBe(4);
  });

  it.each(['1', '"x"', '"1", "2"', '', '"-1"', '"1.5"', '"99999999999"'])(
    'is refused if it is not an entity tag of the API: %s',
    async (tag) => {
      const { user } = await makeRecords(rest.kernel);
      const answer = await rest.send(`PATCH /users/${user}`, { body: { name: 'x' }, headers: { 'if-match': tag } });
      expect(refusal(answer)).toEqual({ status: 422, code: 'BAD_USER_INPUT', paths: ['If-Match'] });
    },
  );

  it('is refused if the record has no version', async () => {
    const answer = await rest.send('POST /users', { body: { username: 'unknown' }, headers: { 'if-match': '"1"' } });
    expect(refusal(answer)).toEqual({ status: 422, code: 'BAD_USER_INPUT', paths: ['If-Match'] });
  });
});

describe('the header Idempotency-Key', () => {
  const post = (key: string, body: object): Promise<Answer> =>
    rest.send('POST /organizations', { body, headers: { 'idempotency-key': key } });

  it('makes a repeated POST return the first response, marked as such, without running again', async () => {
    const first = await post('order-1', { name: 'Acme' });
    const second = await post('order-1', { name: 'Acme' });
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.json).toEqual(first.json);
    const replayed = [first, second].map(({ headers }) => headers.get('idempotent-replayed'));
    expect(replayed).toEqual([null, 'true']);
    expect(second.headers.get('location')).toBe(first.headers.get('location'));
    expect(await rest.eventsOf(second)).toEqual([]);
  });

  it('is refused for a different request', async () => {
    await post('order-2', { name: 'Acme' });
    expect(refusal(await post('order-2', { name: 'Other' }))).toEqual({
      status: 422,
      code: 'BAD_USER_INPUT',
      paths: ['Idempotency-Key'],
    });
  });

  it('compares the members that were sent, in any order, and no defaults', async () => {
    const first = await post('order-4', { name: 'Ordered', customData: { a: 1, b: 2 } });
    const again = await post('order-4', { customData: { b: 2, a: 1 }, name: 'Ordered' });
    expect([again.json, again.headers.get('idempotent-replayed')]).toEqual([first.json, 'true']);
    const spelled = await post('order-4', { name: 'Ordered', customData: { a: 1, b: 2 }, description: '' });
    expect(refusal(spelled)).toMatchObject({ status: 422, paths: ['Idempotency-Key'] });
  });

  it('the key of a request whose record was deleted meanwhile gets an error that states it', async () => {
    const { json } = await post('order-3', { name: 'Acme' });
    await rest.send(`DELETE /organizations/${json.id}`);
    expect(refusal(await post('order-3', { name: 'Acme' }))).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  });

  it.each(['', 'x'.repeat(256), 'ü'])('has 1 to 255 printable characters: %s', async (key) => {
    const headers = { 'idempotency-key': Buffer.from(key).toString('latin1') };
    const answer = await rest.send('POST /organizations', { body: { name: 'Acme' }, headers });
    expect(refusal(answer)).toEqual({ status: 422, code: 'BAD_USER_INPUT', paths: ['Idempotency-Key'] });
  });

  it('is refused where it has no effect', async () => {
    const { user } = await makeRecords(rest.kernel);
    const headers = { 'idempotency-key': 'k' };
    const answer = await rest.send(`PATCH /users/${user}`, { body: { name: 'x' }, headers });
    expect(refusal(answer)).toEqual({ status: 422, code: 'BAD_USER_INPUT', paths: ['Idempotency-Key'] });
  });
});

import { once } from 'node:events';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beginTokenRequest, endTokenRequest } from '../../src/platform/admission/token-requests.ts';
import { type Api, startApi } from '../graphql/api.ts';
import { openLiveClient } from '../support/browsers/live-client.ts';
import { everything, type Rest, startRest } from '../rest/api.ts';
import { waitingForLocks } from '../support/servers/database.ts';
import type { TestKernel } from '../support/kernel.ts';

/**
 * Slow requests up to their concurrency limit, all waiting for a lock: the next one is refused, and all other requests
 * succeed.
 */
let rest: Rest;
let api: Api;
beforeAll(async () => {
  [rest, api] = await Promise.all([startRest(), startApi()]);
});
afterAll(() => Promise.all([rest, api].map((one) => one[Symbol.asyncDispose]())));

/** Locks the users table until it is disposed of. */
async function lockUsers({ database }: TestKernel): Promise<AsyncDisposable> {
  const client = await database.pool.connect();
  await client.query('BEGIN; LOCK TABLE users IN SHARE ROW EXCLUSIVE MODE');
  let isHeld = true;
  return {
    async [Symbol.asyncDispose]() {
      if (isHeld) await client.query('COMMIT');
      if (isHeld) client.release();
      isHeld = false;
    },
  };
}
const two = <Result>(work: (index: number) => Promise<Result>) => Promise.all([0, 1].map(work));
async function held({ database }: TestKernel, count: number): Promise<void> {
  await expect.poll(() => waitingForLocks({ pool: database.tokenPool })).toBe(count);
}

describe('two dry runs by REST', () => {
  const dryRun = (name: string) => rest.send('POST /dry-run/users', { body: { username: name } });
  const bulk = (name: string) => rest.send('POST /bulk/create-users', { body: { items: [{ username: name }] } });
  const importHeaders = { 'content-type': 'application/x-ndjson', authorization: `Bearer ${everything}` };
  const load = async (name: string) => {
    const response = await fetch(`${rest.url}/users/import`, {
      method: 'POST',
      headers: importHeaders,
      body: JSON.stringify({ username: name }),
    });
    return { status: response.status, headers: response.headers, json: (await response.json()) as { code?: string } };
  };

  it('leave no slot: the third is refused with 503 and Retry-After, and other requests succeed', async () => {
    await using lock = await lockUsers(rest.kernel);
    const first = Promise.all([
      two((index) => dryRun(`dry_${index}`)),
      two((index) => bulk(`bulk_${index}`)),
      // Their batches alternate with the bulk operations.
      two((index) => load(`import_${index}`)),
    ]);
    await held(rest.kernel, 4);
    const next = Promise.all([dryRun('dry_2'), bulk('bulk_2'), load('import_2')]);
    const role = await rest.send('POST /roles', { body: { name: 'meanwhile' } });
    expect(role.status).toBe(201);
    for (const { status, headers, json } of await next) {
      expect([status, headers.get('retry-after'), json.code]).toEqual([503, '2', 'SERVICE_UNAVAILABLE']);
      expect(headers.get('content-type')).toBe('application/problem+json');
    }
    await lock[Symbol.asyncDispose]();
    for (const { status } of (await first).flat()) expect(status).toBe(200);
    const stored = await rest.kernel.database.prisma.user.findMany({ orderBy: { username: 'asc' } });
    expect(stored.map(({ username }) => username)).toEqual(
      ['bulk', 'import'].flatMap((kind) => [0, 1].map((index) => `${kind}_${index}`)),
    );
  });

  it('leave no slot to a waiting client that disconnects', async () => {
    const send = () => {
      const request = httpRequest(`${rest.url}/users/import`, { method: 'POST', headers: importHeaders });
      return request.on('error', () => undefined);
    };
    const begun = await two(async () => {
      const request = send();
      request.flushHeaders();
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      response.resume();
      return request;
    });
    const waiting = await two(async (index) => {
      const request = send().end(JSON.stringify({ username: `gone_${index}` }));
      await once(request, 'finish');
      return request;
    });
    await rest.send('GET /roles');
    for (const request of waiting) request.destroy();
    await rest.send('GET /roles');
    for (const request of begun) request.end();
    const after = await two((index) => load(`after_${index}`));
    expect(after.map(({ status }) => status)).toEqual([200, 200]);
  });
});

describe('two dry runs by GraphQL', () => {
  const dryRun = (name: string) =>
    `mutation { createUser(dryRun: true, input: { username: "${name}" }) { events { id } } }`;
  const bulk = (name: string) => `mutation { createUsers(input: { items: [{ username: "${name}" }] }) { succeeded } }`;

  it('leave no slot: the third is refused with 503 and Retry-After, on a socket with the same error code', async () => {
    await using lock = await lockUsers(api.kernel);
    const first = Promise.all([
      two((index) => api.call(dryRun(`dry_${index}`))),
      two((index) => api.call(bulk(`bulk_${index}`))),
    ]);
    await held(api.kernel, 4);
    const client = openLiveClient(api);
    const watches = [dryRun('dry_2'), bulk('bulk_2')].map((query) => client.watch(query));
    for (const { status, headers, errors, data } of await Promise.all([
      api.call(dryRun('dry_3')),
      api.call(bulk('bulk_3')),
    ])) {
      expect([status, headers.get('retry-after')]).toEqual([503, '2']);
      expect(errors.map(({ extensions }) => extensions)).toEqual([{ code: 'SERVICE_UNAVAILABLE' }]);
      expect(Object.values(data ?? {}).filter((value) => value !== null)).toEqual([]);
    }
    for (const one of watches) {
      await one.end();
      expect(one.messages[0].errors[0].extensions).toEqual({ code: 'SERVICE_UNAVAILABLE' });
    }
    await client.client.dispose();
    await lock[Symbol.asyncDispose]();
    for (const { errors } of (await first).flat()) expect(errors).toEqual([]);
  });

  it('leave no slot to a later dry run of a document, whose earlier results are returned with 200', async () => {
    await using lock = await lockUsers(api.kernel);
    const first = two((index) => api.call(bulk(`more_${index}`)));
    await held(api.kernel, 2);
    const both =
      'mutation { createRole(input: { name: "before" }) { role { name } } createUsers(input: { items: [{}] }) { succeeded } }';
    const { status, data, errors } = await api.call(both);
    expect([status, data.createRole.role.name, data.createUsers]).toEqual([200, 'before', null]);
    expect(errors[0]?.extensions?.['code']).toBe('SERVICE_UNAVAILABLE');
    await lock[Symbol.asyncDispose]();
    await first;
  });
});

// Last: after a token request, one of a kind runs at a time.
describe('the statements, while tokens are requested,', () => {
  it.each([
    ['dry run', 'POST /dry-run/users', {}, 8],
    ['bulk operation', 'POST /bulk/create-users', { items: [{}, {}, {}, {}] }, 12],
    ['bulk operation as a whole', 'POST /bulk/create-users', { items: [{}, {}, {}, {}], mode: 'ALL' }, 8],
  ] as const)('each statement of a %s yields to them', async (_kind, route, body, statements) => {
    await rest.send(route, { body });
    beginTokenRequest();
    const begun = performance.now();
    const { status } = await rest.send(route, { body }).finally(endTokenRequest);
    expect(status).toBe(200);
    // 5 ms each time.
    expect(performance.now() - begun).toBeGreaterThan(5 * statements);
  });
});

import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { waitingForLocks } from '../support/servers/database.ts';
import { perFile } from '../support/per-file.ts';
import { everything, type Json, ofAnother, startRest } from './api.ts';

const rest = perFile(startRest);

/** Requests that are left open. */
const open: ClientRequest[] = [];
afterEach(async () => {
  for (const request of open.splice(0)) request.destroy();
  await rest.idle();
});

/** A request whose response has begun. */
async function begin(method: string, path: string, headers: Record<string, string> = {}): Promise<IncomingMessage> {
  const request = httpRequest(rest.url + path, {
    method,
    headers: { authorization: `Bearer ${everything}`, ...headers },
  });
  request.on('error', () => undefined);
  open.push(request);
  if (method === 'GET') request.end();
  else request.flushHeaders();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.on('error', () => undefined);
  return response;
}

const ndjson = { 'content-type': 'application/x-ndjson' };
const importOne = (token: string, username: string) =>
  rest.send('POST /users/import', { token, headers: ndjson, body: JSON.stringify({ username }) });
const lastLine = (text: string): Json => JSON.parse(text.trim().split('\n').at(-1) ?? '');

describe('a caller whose imports wait for more lines', () => {
  it('keeps no other caller out, and none of its other work', async () => {
    const begun = [await begin('POST', '/users/import', ndjson), await begin('POST', '/users/import', ndjson)];
    expect(begun.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    const other = await importOne(ofAnother, 'from_another');
    expect([other.status, lastLine(other.text)]).toEqual([200, { read: 1, created: 1, failed: 0, done: true }]);
    const { status } = await rest.send('POST /bulk/create-users', { body: { items: [{ username: 'in_bulk' }] } });
    expect(status).toBe(200);
    // Its own third import is refused.
    expect((await importOne(everything, 'third')).status).toBe(503);
  });
});

it('an import ends when its client does not read the response', async () => {
  await using own = await startRest(() => ({ clientRate: { bytesPerSecond: 1024, tolerance: 300 } }));
  const headers = { authorization: `Bearer ${everything}`, ...ndjson };
  const request = httpRequest(`${own.url}/users/import`, { method: 'POST', headers });
  request.on('error', () => undefined);
  open.push(request);
  // Their refusals are more than the system buffers for a connection.
  request.write('x\n'.repeat(100_000));
  await once(request, 'response');
  await own.idle();
  expect(own.logged).toEqual([]);
});

describe('a caller whose exports are not read', () => {
  it('keeps no other caller out', async () => {
    await rest.kernel.database.pool.query(
      `INSERT INTO users (id, username, custom_data, updated_at)
       SELECT 'user_01h455vb4pex5v' || lpad(n::text, 12, '0'), 'many-' || n, jsonb_build_object('text', repeat('x', 6000)), now()
       FROM generate_series(1, 3000) AS n`,
    );
    for (let count = 0; count < 2; count++) await begin('GET', '/export/users?search=many-');
    const other = await rest.send('GET /export/users?search=many-1', { token: ofAnother });
    expect([other.status, lastLine(other.text)]).toEqual([200, { done: true, count: 1111 }]);
    expect((await rest.send('GET /export/users')).status).toBe(503);
  });
});

describe('a caller with many dry runs', () => {
  it('takes turns with another caller that has one', async () => {
    const client = await rest.kernel.database.pool.connect();
    await client.query('BEGIN; LOCK TABLE users IN SHARE ROW EXCLUSIVE MODE');
    const done: string[] = [];
    const dryRun = async (name: string, token: string) => {
      const { status } = await rest.send('POST /dry-run/users', { token, body: { username: name } });
      done.push(`${name} ${status}`);
    };
    const all = [0, 1].map((index) => dryRun(`first ${index}`.replace(' ', '_'), everything));
    await expect.poll(() => waitingForLocks({ pool: rest.kernel.database.tokenPool })).toBe(2);
    for (let index = 0; index < 8; index++) all.push(dryRun(`queued_${index}`, everything));
    await rest.send('GET /roles');
    all.push(dryRun('another', ofAnother));
    // Longer than a request takes to reach the queue.
    for (let count = 0; count < 10; count++) await rest.send('GET /roles', { token: ofAnother });
    await client.query('COMMIT');
    client.release();
    await Promise.all(all);
    expect(done.every((line) => line.endsWith('200'))).toBe(true);
    // In the order of arrival, nine of the ten others would be answered first: two are worked on at a time.
    expect(done.indexOf('another 200')).toBeLessThan(8);
  });
});

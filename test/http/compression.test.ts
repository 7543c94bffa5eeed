import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { styleAddress } from '../../src/experience/pages/style.ts';
import { administratorsToken } from '../support/administrator.ts';
import { addUser, startIssuer } from '../support/issuer.ts';
import { perFile } from '../support/per-file.ts';

const issuer = perFile(startIssuer);
let token: string;
beforeAll(async () => {
  token = await administratorsToken(issuer);
  await Promise.all(Array.from({ length: 30 }, () => addUser(issuer.database.prisma)));
});

interface Received {
  status: number | undefined;
  headers: IncomingMessage['headers'];
  bytes: Buffer;
}

/** The bytes of a response, which fetch would decompress. */
async function send(path: string, headers: Record<string, string> = {}, body?: object): Promise<Received> {
  const sent = request(issuer.url + path, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }), ...headers },
  });
  sent.end(body && JSON.stringify(body));
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: response.statusCode, headers: response.headers, bytes: await buffer(response) };
}
const gzip = { 'accept-encoding': 'gzip' };
const users = { query: '{ users(first: 100) { nodes { id username email name createdAt } } }' };
const manyUsers = (count: number) => ({
  items: Array.from({ length: count }, (_, index) => ({ username: `u${count}_${index}`, name: 'Grace Hopper' })),
});

describe('a response with gzip', () => {
  it.each([
    ['a list of REST', '/api/users?limit=100', undefined],
    ['the result of a query', '/graphql', users],
    ['the OpenAPI document', '/api/openapi.json', undefined],
    ['the style of the pages', styleAddress(undefined), undefined],
  ])('is what the client otherwise gets, and at most a third of its size: %s', async (_name, path, body) => {
    const [plain, zipped] = [await send(path, {}, body), await send(path, gzip, body)];
    expect([plain.status, zipped.status]).toEqual([200, 200]);
    expect([plain.headers['content-encoding'], zipped.headers['content-encoding']]).toEqual([undefined, 'gzip']);
    expect(gunzipSync(zipped.bytes).toString()).toBe(plain.bytes.toString());
    expect(zipped.bytes.length).toBeLessThan(plain.bytes.length / 3 + 200);
    for (const { headers } of [plain, zipped]) expect(headers.vary).toContain('accept-encoding');
  });

  it.each(['', 'identity', 'br', 'gzip;q=0', 'gzip; q=0.0', 'x-gzips'])(
    'is not sent to a client that does not accept it: %s',
    async (coding) => {
      const { headers, bytes } = await send('/api/users?limit=100', { 'accept-encoding': coding });
      expect(headers['content-encoding']).toBeUndefined();
      expect(JSON.parse(bytes.toString())).toHaveProperty('totalCount');
    },
  );

  it.each(['GZIP', 'br, gzip;q=0.5', 'deflate,gzip ; q=1.0'])(
    'is sent to a client that accepts it: %s',
    async (coding) => {
      const { headers } = await send('/api/users?limit=100', { 'accept-encoding': coding });
      expect(headers['content-encoding']).toBe('gzip');
    },
  );

  it('is not sent for less than 1 kB', async () => {
    const { headers } = await send('/api/users?limit=1', gzip);
    expect([headers['content-encoding'], headers['vary']]).toEqual([undefined, 'origin']);
  });

  it.each([
    ['REST', '/api/bulk/create-users', manyUsers(20)],
    [
      'GraphQL',
      '/graphql',
      {
        query: 'mutation ($input: CreateUsersInput!) { createUsers(input: $input) { results { user { id name } } } }',
        variables: { input: manyUsers(40) },
      },
    ],
  ])(
    'is never sent for a change, whose result can have a secret beside text of others: %s',
    async (_name, path, body) => {
      const { status, headers, bytes } = await send(path, gzip, body);
      expect([status, headers['content-encoding']]).toEqual([200, undefined]);
      expect(bytes.length).toBeGreaterThan(1024);
    },
  );

  it('is never sent for a batch with a change', async () => {
    const change = { query: 'mutation { createRole(input: { name: "Batched" }) { role { id } } }' };
    const { status, headers, bytes } = await send('/graphql', gzip, [change, users]);
    expect([status, headers['content-encoding']]).toEqual([200, undefined]);
    expect(bytes.length).toBeGreaterThan(1024);
  });
});

describe('an entity tag', () => {
  it('the tag of a compressed response is weak, and saves the next response in any coding', async () => {
    const zipped = await send('/api/openapi.json', gzip);
    const tag = zipped.headers.etag ?? '';
    expect(tag).toMatch(/^W\/"[\w-]{16}"$/);
    for (const coding of [gzip, {}]) {
      const { status, bytes, headers } = await send('/api/openapi.json', { ...coding, 'if-none-match': tag });
      expect([status, bytes.length, headers['content-encoding']]).toEqual([304, 0, undefined]);
      expect(headers.etag).toBe(tag.slice(2));
    }
  });
});

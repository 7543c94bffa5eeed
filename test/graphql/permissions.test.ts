import { connect } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Permission } from '../../src/vocabulary/permissions.ts';
import { perFile } from '../support/per-file.ts';
import { type Api, codesOf, everything, startApi, tokenFor } from './api.ts';
import { fill, type Filled } from './inputs/fill.ts';

const api = perFile(startApi);
let there: Filled;
beforeAll(async () => {
  there = await fill(api, 1);
});

describe('a related record', () => {
  const paths: [string, Permission, Permission][] = [
    ['users { nodes { roles { id } } }', 'users:read', 'roles:read'],
    ['users { edges { node { organizations { nodes { joinedAt } } } } }', 'users:read', 'organizations:read'],
    ['users { nodes { organizations { totalCount } } }', 'users:read', 'organizations:read'],
    ['roles { nodes { users { nodes { id } } } }', 'roles:read', 'users:read'],
    ['roles { nodes { users { edges { cursor } } } }', 'roles:read', 'users:read'],
    ['roles { nodes { users { totalCount } } }', 'roles:read', 'users:read'],
    ['roles { nodes { applications { totalCount } } }', 'roles:read', 'applications:read'],
    ['roles { nodes { scopes { id } } }', 'roles:read', 'resources:read'],
    ['applications { nodes { roles { id } } }', 'applications:read', 'roles:read'],
    [
      'applications { nodes { organizations { pageInfo { hasNextPage } } } }',
      'applications:read',
      'organizations:read',
    ],
    ['organizations { nodes { members { nodes { user { id } } } } }', 'organizations:read', 'users:read'],
    ['organizations { nodes { members { nodes { roles { id } } } } }', 'organizations:read', 'organization-roles:read'],
    [
      'organizations { nodes { applications { edges { node { application { id } } } } } }',
      'organizations:read',
      'applications:read',
    ],
    ['organizationRoles { nodes { scopes { id } } }', 'organization-roles:read', 'resources:read'],
  ];

  it.each(paths)('%s: requires %s and %s', async (selection, first, second) => {
    const document = `{ ${selection} }`;
    const partly = await api.call(document, {}, tokenFor([first]));
    expect(new Set(codesOf(partly))).toEqual(new Set(['FORBIDDEN']));
    expect(partly.errors[0]?.message).toContain(second);
    // Permitted fields are still returned.
    expect(Object.values<{ nodes?: unknown[]; edges?: unknown[] }>(partly.data)[0]).not.toBeNull();
    expect((await api.call(document, {}, tokenFor([first, second]))).errors).toEqual([]);
  });
});

describe('a record looked up by its id', () => {
  it('requires the permission of its kind, and its existence is not revealed without it', async () => {
    const query = 'query ($id: ID!) { node(id: $id) { id } }';
    for (const id of [there.users[0], 'user_00000000000000000000000000']) {
      expect(codesOf(await api.call(query, { id }, tokenFor(['roles:read'])))).toEqual(['FORBIDDEN']);
      expect((await api.call(query, { id }, tokenFor(['users:read']))).errors).toEqual([]);
    }
    const many = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }';
    const ids = [there.roles[0], there.users[0]];
    expect(codesOf(await api.call(many, { ids }, tokenFor(['roles:read'])))).toEqual(['FORBIDDEN']);
    expect((await api.call(many, { ids }, tokenFor(['roles:read', 'users:read']))).errors).toEqual([]);
  });

  it('requires a token, whatever the id', async () => {
    for (const id of [there.users[0], 'nonsense']) {
      const answer = await api.call('query ($id: ID!) { node(id: $id) { id } }', { id }, null);
      expect(codesOf(answer)).toEqual(['UNAUTHENTICATED']);
    }
  });
});

describe('a token', () => {
  it('a token that is not accepted is refused with 401 and a challenge', async () => {
    const answer = await api.call('{ viewer { id } }', {}, 'forged');
    expect([answer.status, codesOf(answer), answer.data]).toEqual([401, ['UNAUTHENTICATED'], undefined]);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
  });

  it('can be missing in development for introspection, and for nothing else', async () => {
    const answer = await api.call('{ __schema { queryType { name } } __typename viewer { id } }', {}, null);
    expect(answer.data).toEqual({ __schema: { queryType: { name: 'Query' } }, __typename: 'Query', viewer: null });
    expect(codesOf(answer)).toEqual(['UNAUTHENTICATED']);
  });

  it.each(['application/json', 'application/graphql-response+json'])(
    'a missing token gets 401 and a challenge if every root field is refused: %s',
    async (accept) => {
      const send = (query: string) =>
        api.send({
          method: 'POST',
          headers: { 'content-type': 'application/json', accept },
          body: JSON.stringify({ query }),
        });
      for (const query of [
        '{ users { totalCount } roles { totalCount } }',
        '{ viewer { id } }',
        'mutation { createUser(input: {}) { user { id } } }',
      ]) {
        const answer = await send(query);
        expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
        expect(new Set(codesOf(answer))).toEqual(new Set(['UNAUTHENTICATED']));
      }
      const partial = await send('{ __typename users { totalCount } }');
      expect([partial.status, partial.headers.get('www-authenticate')]).toEqual([200, null]);
    },
  );

  it('is required for introspection in production, with a challenge if it is missing', async () => {
    await using production = await startApi(() => ({ production: true }));
    const query = '{ __schema { queryType { name } } }';
    const unauthenticated = await production.call(query, {}, null);
    expect([unauthenticated.status, codesOf(unauthenticated), unauthenticated.data]).toEqual([
      401,
      ['UNAUTHENTICATED'],
      undefined,
    ]);
    expect(unauthenticated.headers.get('www-authenticate')).toBe('Bearer');
    expect((await production.call('{ not valid', {}, null)).status).toBe(401);
    const misspelled = await production.call('{ usres { totalCount } }', {}, null);
    expect([misspelled.status, misspelled.text.includes('Did you mean')]).toEqual([401, false]);
    expect((await production.call(query, {}, tokenFor([]))).data.__schema.queryType.name).toBe('Query');
    expect((await production.call('{ viewer { id } }', {}, everything)).errors).toEqual([]);
  });
});

describe('a body', () => {
  /** The status line of the response to a request whose body is never sent. */
  async function statusOfHead({ url }: Pick<Api, 'url'>, headers: string): Promise<string> {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST /graphql HTTP/1.1\r\nHost: x\r\n${headers}Content-Type: application/json\r\nContent-Length: 900000\r\n\r\n`,
    );
    for await (const chunk of socket) return String(chunk).split('\r\n')[0] ?? '';
    return '';
  }

  it("is not read if the caller's token is not accepted", async () => {
    await using production = await startApi(() => ({ production: true }));
    expect(await statusOfHead(production, '')).toBe('HTTP/1.1 401 Unauthorized');
    for (const authorization of ['Basic eDp5', 'Bearer forged'])
      expect(await statusOfHead(api, `Authorization: ${authorization}\r\n`)).toBe('HTTP/1.1 401 Unauthorized');
  });

  it('has at most 64 KiB without a token where introspection is open', async () => {
    const headers = { 'content-type': 'application/json' };
    const query = (length: number) => JSON.stringify({ query: `{ __typename } #${'x'.repeat(length)}` });
    const send = (body: string, more = {}) => api.send({ method: 'POST', headers: { ...headers, ...more }, body });
    expect((await send(query(65_000))).data).toEqual({ __typename: 'Query' });
    expect((await send(query(66_000))).status).toBe(413);
    expect((await send(query(66_000), { authorization: `Bearer ${everything}` })).status).toBe(200);
  });
});

import {
  type GraphQLField,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../../src/graphql/schema.ts';
import { bulkOperations, operations } from '../../src/operations/index.ts';
import { type Permission, permissionNames } from '../../src/vocabulary/permissions.ts';
import { explanationPermissions } from '../../src/vocabulary/token-exchange.ts';
import { type Api, codesOf, everything, startApi, tokenFor } from './api.ts';
import { fill, type Filled } from './fill.ts';

let api: Api;
let there: Filled;
beforeAll(async () => {
  api = await startApi();
  there = await fill(api, 1);
});
afterAll(() => api[Symbol.asyncDispose]());

/** What each read needs. A query field that is not here fails the first test. */
const reads: Record<string, Permission | readonly Permission[] | null> = {
  user: 'users:read',
  users: 'users:read',
  role: 'roles:read',
  roles: 'roles:read',
  apiResource: 'resources:read',
  apiResources: 'resources:read',
  scope: 'resources:read',
  scopes: 'resources:read',
  application: 'applications:read',
  applications: 'applications:read',
  applicationSecret: 'applications:read',
  organization: 'organizations:read',
  organizations: 'organizations:read',
  organizationMembers: 'organizations:read',
  organizationApplications: 'organizations:read',
  organizationInvitation: 'organizations:read',
  organizationInvitations: 'organizations:read',
  organizationRole: 'organization-roles:read',
  organizationRoles: 'organization-roles:read',
  organizationScope: 'organization-roles:read',
  organizationScopes: 'organization-roles:read',
  event: 'events:read',
  events: 'events:read',
  signingKey: 'signing-keys:read',
  signingKeys: 'signing-keys:read',
  explainTokenExchange: explanationPermissions,
  // Whoever has a token may ask; what they are shown is tested below.
  viewer: null,
  eventTypes: null,
  node: null,
  nodes: null,
};

const fieldsOf = (root: 'Query' | 'Mutation'): GraphQLField<unknown, unknown>[] => {
  const type = root === 'Query' ? schema.getQueryType() : schema.getMutationType();
  return Object.values(type?.getFields() ?? {});
};

/** A document that asks for as little as the field allows, with something for every required argument. */
function smallest(root: 'Query' | 'Mutation', field: GraphQLField<unknown, unknown>): string {
  const args = field.args.filter(isRequiredArgument).map(({ name, type }) => `${name}: ${literal(String(type), type)}`);
  const selection = isObjectType(getNamedType(field.type)) || field.name === 'node' ? '{ __typename }' : '';
  const nodes = field.name === 'nodes' ? '{ __typename }' : selection;
  return `${root.toLowerCase()} { ${field.name}${args.length ? `(${args.join(', ')})` : ''} ${nodes} }`;
}

function literal(written: string, type: Parameters<typeof getNamedType>[0]): string {
  const of = getNamedType(type);
  if (written.startsWith('[')) return '[]';
  if (isInputObjectType(of)) {
    const fields = Object.values(of.getFields()).filter(isRequiredInputField);
    return `{ ${fields.map(({ name, type: part }) => `${name}: ${literal(String(part), part)}`).join(', ')} }`;
  }
  if (isEnumType(of)) return of.getValues()[0]?.name ?? '';
  const values: Record<string, string> = { Boolean: 'true', Int: '60', JSONObject: '{}' };
  return values[String(of)] ?? '"nobody"';
}

/** UNAUTHENTICATED or FORBIDDEN, or "allowed": whatever else came of it. */
async function verdict(document: string, token: string | null): Promise<string> {
  const codes = codesOf(await api.call(document, {}, token));
  return codes.find((code) => code === 'UNAUTHENTICATED' || code === 'FORBIDDEN') ?? 'allowed';
}

describe('every field of Query', () => {
  it('has its line in the table of this test', () => {
    expect(
      fieldsOf('Query')
        .map(({ name }) => name)
        .sort(),
    ).toEqual(Object.keys(reads).sort());
  });

  it.each(fieldsOf('Query').map((field) => [field.name, smallest('Query', field)] as const))(
    '%s is for holders of its permission only, and for nobody without a token',
    async (name, document) => {
      expect(await verdict(document, null)).toBe('UNAUTHENTICATED');
      const needed = [reads[name] ?? []].flat();
      expect(await verdict(document, tokenFor([]))).toBe(needed.length ? 'FORBIDDEN' : 'allowed');
      expect(await verdict(document, tokenFor(needed))).toBe('allowed');
      for (const permission of permissionNames) {
        const expected = needed.every((one) => one === permission) ? 'allowed' : 'FORBIDDEN';
        expect([permission, await verdict(document, tokenFor([permission]))]).toEqual([permission, expected]);
      }
    },
  );
});

/** What a mutation needs: that of its operation, for one record or for many. */
const permissionOf = (name: string) =>
  operations.find((operation) => operation.name === name)?.permission ??
  bulkOperations.find((bulk) => bulk.name === name)?.operation.permission;

describe('every mutation', () => {
  const documents = fieldsOf('Mutation').map((field) => [field.name, smallest('Mutation', field)] as const);

  it.each(documents)(
    '%s is for holders of its permission only, and for nobody without a token',
    async (name, document) => {
      expect(await verdict(document, null)).toBe('UNAUTHENTICATED');
      const needed = permissionOf(name);
      const refused = permissionNames.filter((permission) => permission !== needed);
      expect(await verdict(document, tokenFor(refused))).toBe('FORBIDDEN');
      expect(await verdict(document, tokenFor(permissionNames.filter((permission) => permission === needed)))).toBe(
        'allowed',
      );
    },
  );
});

describe('a record reached through another', () => {
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

  it.each(paths)('%s: %s is not enough, %s is needed as well', async (selection, first, second) => {
    const document = `{ ${selection} }`;
    const partly = await api.call(document, {}, tokenFor([first]));
    expect(new Set(codesOf(partly))).toEqual(new Set(['FORBIDDEN']));
    expect(partly.errors[0]?.message).toContain(second);
    // What may be seen is there all the same.
    expect(Object.values<{ nodes?: unknown[]; edges?: unknown[] }>(partly.data)[0]).not.toBeNull();
    expect((await api.call(document, {}, tokenFor([first, second]))).errors).toEqual([]);
  });
});

describe('a record looked up by its id alone', () => {
  it('needs the permission of its kind, and whether it exists is not told without', async () => {
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

  it('needs a token, whatever the id', async () => {
    for (const id of [there.users[0], 'nonsense']) {
      const answer = await api.call('query ($id: ID!) { node(id: $id) { id } }', { id }, null);
      expect(codesOf(answer)).toEqual(['UNAUTHENTICATED']);
    }
  });
});

describe('a token', () => {
  it('that is not accepted is refused as a whole, with 401 and a challenge', async () => {
    const answer = await api.call('{ viewer { id } }', {}, 'forged');
    expect([answer.status, codesOf(answer), answer.data]).toEqual([401, ['UNAUTHENTICATED'], undefined]);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
  });

  it('that is missing leaves the schema open to developers, and nothing else', async () => {
    const answer = await api.call('{ __schema { queryType { name } } __typename viewer { id } }', {}, null);
    expect(answer.data).toEqual({ __schema: { queryType: { name: 'Query' } }, __typename: 'Query', viewer: null });
    expect(codesOf(answer)).toEqual(['UNAUTHENTICATED']);
  });

  it('is needed for the schema too in production, where a missing one is challenged', async () => {
    await using production = await startApi(() => ({ production: true }));
    const query = '{ __schema { queryType { name } } }';
    const stranger = await production.call(query, {}, null);
    expect([stranger.status, codesOf(stranger), stranger.data]).toEqual([401, ['UNAUTHENTICATED'], undefined]);
    expect(stranger.headers.get('www-authenticate')).toBe('Bearer');
    expect((await production.call('{ not valid', {}, null)).status).toBe(401);
    expect((await production.call(query, {}, tokenFor([]))).data.__schema.queryType.name).toBe('Query');
    expect((await production.call('{ viewer { id } }', {}, everything)).errors).toEqual([]);
  });
});

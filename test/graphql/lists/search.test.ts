import { beforeAll, describe, expect, it } from 'vitest';
import { type SearchKind, searchKinds, searchResultSchema } from '../../../src/domain/search-query.ts';
import { listOf } from '../../../src/reads/index.ts';
import { systemIds as ids } from '../../../src/platform/ids/ids.ts';
import { permissionNames } from '../../../src/vocabulary/permissions.ts';
import { constantName } from '../../../src/graphql/schema/enums.ts';
import { startApi } from '../api.ts';
import { administratorOf, type Answer, type Caller, holder, startManagementApi } from '../../support/management-api.ts';
import { perFile } from '../../support/per-file.ts';

const api = perFile(startManagementApi);
const everyone = holder(...permissionNames);
/** The id of the record of each kind that is named Zebra. */
const zebras = {} as Record<SearchKind, string>;

beforeAll(async () => {
  const { prisma } = api.kernel.database;
  const { ours } = api;
  const named = (kind: SearchKind, name = 'Zebra one') => ({ id: (zebras[kind] = ids.next(kind)), name });
  await prisma.user.create({ data: named('user') });
  await prisma.application.create({ data: { ...named('application'), type: 'NATIVE' } });
  await prisma.organization.create({ data: named('organization') });
  await prisma.role.create({ data: named('role') });
  await prisma.organizationRole.create({ data: named('organizationRole') });
  await prisma.apiResource.create({ data: { ...named('apiResource'), indicator: 'urn:other' } });
  await prisma.scope.create({ data: { ...named('scope', 'zebra:read'), apiResourceId: ours.resource } });
  await prisma.organizationScope.create({ data: named('organizationScope', 'zebra:write') });
  await prisma.webhook.update({ where: { id: ours.webhook }, data: { name: 'Zebra' } });
  zebras.webhook = ours.webhook;
});

interface Question {
  text: string;
  kinds?: SearchKind[];
  first?: number;
}
const document = `query ($text: String!, $kinds: [SearchKind!], $first: Int) {
  search(text: $text, kinds: $kinds, first: $first) { nodes { __typename id ... on Named { displayName } } kindsWithMore }
}`;
const ask = ({ kinds, ...question }: Question, caller: Caller = everyone): Promise<Answer> =>
  api.graphql(document, caller, { ...question, ...(kinds && { kinds: kinds.map(constantName) }) });
const askRest = ({ text, kinds = [], first }: Question, caller: Caller = everyone): Promise<Answer> => {
  const query = new URLSearchParams([['text', text], ...kinds.map((kind) => ['kinds', kind])]);
  if (first !== undefined) query.set('first', String(first));
  return api.rest('GET', `/search?${query}`, caller);
};
const idsOf = ({ data }: Answer): string[] =>
  (data.search?.nodes ?? data.items ?? []).map(({ id }: { id: string }) => id);
const both = async (question: Question, caller?: Caller): Promise<string[][]> => [
  idsOf(await ask(question, caller)),
  idsOf(await askRest(question, caller)),
];

describe('a search across kinds', () => {
  it('finds records of each kind by name, in the order of the kinds, in GraphQL and in REST', async () => {
    const expected = searchKinds.map((kind) => zebras[kind]);
    expect(await both({ text: 'zebra' })).toEqual([expected, expected]);
    const { data } = await askRest({ text: ' ZEBRA ' });
    expect(searchResultSchema.parse(data)).toEqual(data);
    expect(data.items[0]).toEqual({ kind: 'user', id: zebras.user, displayName: 'Zebra one' });
    const { nodes } = (await ask({ text: 'zebra' })).data.search;
    expect(nodes[0]).toEqual({ __typename: 'User', id: zebras.user, displayName: 'Zebra one' });
  });

  it('can be limited to kinds', async () => {
    const expected = [zebras.organization, zebras.scope];
    expect(await both({ text: 'zebra', kinds: ['organization', 'scope'] })).toEqual([expected, expected]);
  });

  it('returns at most as many records of a kind as requested, and names the kinds that have more', async () => {
    const { data } = await ask({ text: 'user_', kinds: ['user', 'role'], first: 1 });
    expect([data.search.nodes.length, data.search.kindsWithMore]).toEqual([1, ['USER']]);
    const rest = await askRest({ text: 'user_', first: 1 });
    expect([rest.data.items.length, rest.data.kindsWithMore]).toEqual([1, ['user']]);
  });

  it('finds names in either Unicode form: they are stored in one, and taken in both', async () => {
    const [composed, decomposed] = ['R\u00E9sum\u00E9', 'Re\u0301sume\u0301'];
    const create = (name: string) =>
      api.graphql(
        `mutation ($name: String!) {
          createUser(input: { name: $name }) { user { id name } }
          createOrganization(input: { name: $name }) { organization { id name } }
          createRole(input: { name: $name, description: $name }) { role { id name } }
        }`,
        everyone,
        { name },
      );
    const { user, organization, role } = Object.assign({}, ...Object.values((await create(decomposed)).data));
    expect([user, organization, role].map(({ name }) => name)).toEqual([composed, composed, composed]);
    const ids = [user.id, organization.id, role.id];
    for (const text of [composed, decomposed, composed.toUpperCase()]) expect(await both({ text })).toEqual([ids, ids]);
    const again = await api.graphql(
      'mutation ($name: String!) { createRole(input: { name: $name }) { role { id } } }',
      everyone,
      { name: composed },
    );
    expect(again.codes).toEqual(['TAKEN']);
  });

  it('finds the record of any kind by its id', async () => {
    for (const id of [zebras.user, api.ours.secret, api.ours.event, api.signingKey, api.ours.delivery]) {
      expect(await both({ text: id })).toEqual([[id], [id]]);
    }
    const unknown = ids.next('user');
    expect(await both({ text: unknown })).toEqual([[], []]);
    expect(await both({ text: zebras.user, kinds: ['role'] })).toEqual([[], []]);
  });

  it.each([
    ['a blank text', { text: '   ' }, 'text'],
    ['a text of one character', { text: ' a ' }, 'text'],
    ['a text of more than 256 characters', { text: 'x'.repeat(257) }, 'text'],
    ['a page of no records', { text: 'zebra', first: 0 }, 'first'],
    ['a page of more than 20 records', { text: 'zebra', first: 21 }, 'first'],
  ])('refuses %s', async (_what, question, path) => {
    for (const answer of [await ask(question), await askRest(question)]) {
      expect(answer.codes).toEqual(['BAD_USER_INPUT']);
      expect(answer.text).toContain(`"path":["${path}"]`);
    }
  });
});

describe('a search across kinds finds only what its caller may read:', () => {
  it.each(searchKinds)('%s requires the permission to read it, if it is named', async (kind) => {
    const { permission } = listOf[kind];
    const without = holder(...permissionNames.filter((name) => name !== permission));
    for (const send of [ask, askRest]) {
      expect((await send({ text: 'zebra', kinds: [kind] }, without)).codes).toEqual(['FORBIDDEN']);
      expect(idsOf(await send({ text: 'zebra' }, without))).not.toContain(zebras[kind]);
      expect(idsOf(await send({ text: zebras[kind] }, without))).toEqual([]);
      expect(idsOf(await send({ text: 'zebra', kinds: [kind] }, holder(permission)))).toEqual([zebras[kind]]);
    }
  });

  it('administrators of an organization find its records', async () => {
    const caller = administratorOf(api.ours);
    const users = [api.ours.user, api.theirs.user];
    expect(await both({ text: 'user_', kinds: ['user'] })).toEqual([users, users]);
    expect(await both({ text: 'user_' }, caller)).toEqual([[api.ours.user], [api.ours.user]]);
    expect(await both({ text: api.theirs.user }, caller)).toEqual([[], []]);
    expect((await ask({ text: 'user_', kinds: ['webhook'] }, caller)).codes).toEqual(['FORBIDDEN']);
    expect(await both({ text: 'zebra' }, holder())).toEqual([[], []]);
  });
});

it('a search across kinds takes one statement for each kind, and one for each kind that it finds', async () => {
  await using single = await startApi();
  const counted = (text: string) =>
    single.statementsOf(() => single.ask('query ($text: String!) { search(text: $text) { nodes { id } } }', { text }));
  expect(await counted('nothing at all')).toBe(searchKinds.length);
  const data = [1, 2, 3].map((number) => ({ id: ids.next('user'), name: `Ada ${number}` }));
  await single.kernel.database.prisma.user.createMany({ data });
  expect(await counted('ada')).toBe(searchKinds.length + 1);
});

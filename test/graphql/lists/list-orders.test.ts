import { beforeAll, describe, expect, it } from 'vitest';
import { constantName } from '../../../src/graphql/schema/enums.ts';
import { lists } from '../../../src/reads/index.ts';
import type { Key, List } from '../../../src/reads/list.ts';
import { readerOf } from '../../../src/reads/page.ts';
import { perFile } from '../../support/per-file.ts';
import { codesOf, type Data, problemPaths, startApi } from '../api.ts';
import { fill } from '../inputs/fill.ts';
import { fillAround } from '../inputs/fill-around.ts';
import { queryFields, recordOf } from '../live/selections.ts';

const records = 13;
const api = perFile(startApi);
beforeAll(async () => {
  await fillAround(api, await fill(api, records));
  await makeEqualOrEmpty();
  await api.ask('{ events { totalCount } }');
});

/** Gives several records the same name, time or null, so that the first key decides no order. */
async function makeEqualOrEmpty(): Promise<void> {
  const { prisma } = api.kernel.database;
  const users = await prisma.user.findMany({ orderBy: { id: 'asc' } });
  for (const [index, { id }] of users.entries()) {
    const lastSignInAt = index % 3 ? new Date(Date.UTC(2026, 0, 1 + (index % 2))) : null;
    const name = index % 4 ? `Name ${index % 3}` : null;
    await prisma.user.update({ where: { id }, data: { lastSignInAt, name, ...(index % 5 === 0 && { email: null }) } });
  }
  const organizations = await prisma.organization.findMany({ orderBy: { id: 'asc' } });
  for (const [index, { id }] of organizations.entries()) {
    const createdAt = new Date(Date.UTC(2026, 0, 1 + (index % 3)));
    await prisma.organization.update({ where: { id }, data: { name: index % 2 ? 'Zed' : 'alpha', createdAt } });
  }
}

type Row = Record<string, unknown>;
const comparable = (value: unknown): string | number | bigint =>
  value instanceof Date ? value.getTime() : typeof value === 'bigint' ? value : String(value);

/** Names are sorted as people sort them, other texts by their characters. */
const asPeople = new Intl.Collator('en');

/** Null sorts first. */
function compare(column: string, one: unknown, other: unknown): number {
  if (one === null || other === null) return Number(other === null) - Number(one === null);
  const [a, b] = [comparable(one), comparable(other)];
  if (column === 'name') return asPeople.compare(String(a), String(b));
  return a < b ? -1 : Number(a > b);
}

/** The field that identifies a record of this list. */
const identities: Partial<Record<List['kind'], string>> = {
  organizationUser: 'organization { id } user { id }',
  organizationApplication: 'organization { id } application { id }',
  organizationDomain: 'organization { id } domain',
  identityProviderOrganization: 'organization { id } identityProvider { id }',
};
const identity = ({ kind }: List): string => identities[kind] ?? 'id';
const identityOf = (node: object): string =>
  Object.values(node)
    .map((part: string | { id: string }) => (typeof part === 'string' ? part : part.id))
    .join(' ');

async function expected(list: List, field: string, isDescending: boolean): Promise<string[]> {
  const keys: Key[] = [...(list.order[field] ? [list.order[field]] : []), ...list.tie];
  const relations = keys.flatMap(({ of }) => (of ? [[of, true]] : []));
  const include = relations.length ? { include: Object.fromEntries(relations) } : {};
  const rows: Row[] = await readerOf(api.kernel.database.prisma, list).findMany(include);
  const valueOf = (row: Row, { column, of }: Key) => (of ? (row[of] as Row) : row)[column];
  const sorted = rows.toSorted((one, other) => {
    const differing =
      keys.map((key) => compare(key.column, valueOf(one, key), valueOf(other, key))).find((order) => order !== 0) ?? 0;
    return isDescending ? -differing : differing;
  });
  const isRecord = list.tie.some(({ column }) => column === 'position' || column === 'id');
  const ids = isRecord ? ['id'] : list.tie.map(({ column }) => column);
  return sorted.map((row) => ids.map((column) => row[column]).join(' '));
}

const typeOf = ({ name }: List): string => {
  const field = queryFields.find((one) => one.name === name);
  if (!field) throw new Error(`no field ${name}`);
  return recordOf(field).name;
};

const queryOf = (
  list: List,
) => `query ($first: Int, $last: Int, $after: String, $before: String, $orderBy: ${typeOf(list)}Order) {
  ${list.name}(first: $first, last: $last, after: $after, before: $before, orderBy: $orderBy) {
    totalCount nodes { ${identity(list)} } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }
}`;

/** All records, page by page in one direction; "last" reads from the end. */
async function walk(list: List, orderBy: object, way: 'first' | 'last'): Promise<string[]> {
  const seen: string[] = [];
  const [cursor, start] = way === 'first' ? (['after', 'endCursor'] as const) : (['before', 'startCursor'] as const);
  for (let place: string | null = null, more = true; more; ) {
    const page: Data = (await api.ask(queryOf(list), { orderBy, [way]: 4, [cursor]: place }))[list.name];
    const ids: string[] = page.nodes.map(identityOf);
    seen.splice(way === 'first' ? seen.length : 0, 0, ...ids);
    place = page.pageInfo[start];
    more = way === 'first' ? page.pageInfo.hasNextPage : page.pageInfo.hasPreviousPage;
  }
  return seen;
}

const orders = lists.flatMap((list) =>
  list.orderFields.flatMap((field) => (['ASC', 'DESC'] as const).map((direction) => ({ list, field, direction }))),
);

describe('a sort order', () => {
  it.each(orders.map((order) => [order.list.name, order.field, order.direction, order] as const))(
    'the order of %s by %s %s is total: pages follow one another in both directions without gaps or repetitions',
    async (_name, _field, direction, { list, field }) => {
      const orderBy = { field: constantName(field), direction };
      const all = await expected(list, field, direction === 'DESC');
      expect(all).toHaveLength(records);
      expect(await walk(list, orderBy, 'first')).toEqual(all);
      expect(await walk(list, orderBy, 'last')).toEqual(all);
    },
  );

  it('is by creation, ascending, by default', async () => {
    const ask = async (orderBy: object | null) =>
      (await api.ask(queryOf(listOf('users')), { orderBy, first: 100 })).users.nodes.map(identityOf);
    expect(await ask(null)).toEqual(await expected(listOf('users'), '', false));
    expect(await ask({ field: 'NAME' })).toEqual(await expected(listOf('users'), 'name', false));
  });

  it.each(lists.map((list) => [list.name, list] as const))(
    'the cursors of %s are valid for their order and their list only',
    async (_, list) => {
      const [first = ''] = list.orderFields;
      const inOrder = (direction: string) => ({ orderBy: { field: constantName(first), direction } });
      const { endCursor } = (await api.ask(queryOf(list), { first: 1, ...inOrder('ASC') }))[list.name].pageInfo;
      for (const variables of [{ after: endCursor }, { before: endCursor, ...inOrder('DESC') }]) {
        const answer = await api.call(queryOf(list), variables);
        expect([codesOf(answer), problemPaths(answer)]).toEqual([['INVALID_CURSOR'], [Object.keys(variables)[0]]]);
      }
    },
  );
});

function listOf(name: string): List {
  const list = lists.find((one) => one.name === name);
  if (!list) throw new Error(`no list ${name}`);
  return list;
}

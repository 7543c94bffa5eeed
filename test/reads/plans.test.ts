import { hash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withClient } from '../../bench/shared/database.ts';
import { counts, idOf } from '../../bench/management/fixture/people.ts';
import { seed } from '../../bench/management/fixture/seed.ts';
import type { Context } from '../../src/graphql/context/context.ts';
import { countRelated } from '../../src/graphql/schema/related-counts.ts';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { reachDatabase } from '../../src/platform/database/reach.ts';
import { events } from '../../src/reads/lists/events.ts';
import { cursorOf, type OrderBy } from '../../src/reads/keyset.ts';
import type { List } from '../../src/reads/list.ts';
import { organizationMembers, organizationsOfUser } from '../../src/reads/lists/organization-members.ts';
import { organizations } from '../../src/reads/lists/organizations.ts';
import { readerOf } from '../../src/reads/page.ts';
import { type Belonging, relatedCursor, decodeRelatedCursor, relatedQuery } from '../../src/reads/related-list.ts';
import { users } from '../../src/reads/lists/users.ts';
import { type OwnDatabase, ownDatabase } from '../support/servers/database.ts';
import { createPlans, type ListArguments, type Plans } from './plan.ts';

/** Enough rows to make a sequential scan expensive. */
const scale = { users: 20_000 };

const moreOrganizations = `
  INSERT INTO organizations (id, name, updated_at)
  SELECT 'org_01h455vb4pex5v' || lpad(n::text, 12, '0'), 'Customer ' || n, now() FROM generate_series(1, 20000) AS n;
  ANALYZE organizations`;
let own: OwnDatabase;
let database: Database;
let plans: Plans;

beforeAll(async () => {
  own = await ownDatabase();
  await withClient(own.url, async (client) => {
    await seed(client, scale);
    await client.query(moreOrganizations);
  });
  database = openDatabase(await reachDatabase(own.url), { max: 1 });
  plans = createPlans(database);
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

const asc = (field: string): OrderBy => ({ field, direction: 'asc' });
const desc = (field: string): OrderBy => ({ field, direction: 'desc' });
const ofRole = { roleId: idOf('role', 7) };
const ofTheLargest = { organizationId: idOf('org', 0) };

/** A query, and the index that it uses. */
const table: [title: string, list: List, args: ListArguments, index: string][] = [
  ['users as they were created', users, {}, 'users_pkey'],
  ['users, the newest first', users, { orderBy: desc('createdAt') }, 'users_created_at_id_idx'],
  ['users, the last changed first', users, { orderBy: desc('updatedAt') }, 'users_updated_at_id_idx'],
  ['users, the last to sign in first', users, { orderBy: desc('lastSignInAt') }, 'users_last_sign_in_at_id_idx'],
  ['users, those who never signed in first', users, { orderBy: asc('lastSignInAt') }, 'users_last_sign_in_at_id_idx'],
  ['users by email', users, { orderBy: asc('email') }, 'users_email_id_idx'],
  ['users by username, backwards', users, { orderBy: desc('username') }, 'users_username_id_idx'],
  ['users by name', users, { orderBy: asc('name') }, 'users_name_id_idx'],
  ['users by the beginning of an email address', users, { search: 'user-1234@' }, 'users_email_key'],
  ['users by the beginning of a username', users, { search: 'user-1234' }, 'users_username_'],
  ['users by the beginning of a phone number', users, { search: '+4930' }, 'users_phone_key'],
  ['users by a word of their name, in any case', users, { search: 'YAONURBA' }, 'users_name_beginnings_idx'],
  ['users by two words of their name', users, { search: 'ada chichinba' }, 'users_name_beginnings_idx'],
  ['users by a name without matches', users, { search: 'xyzzy' }, 'users_name_beginnings_idx'],
  ['the user with an email address', users, { filter: { email: 'user-77@bench.example' } }, 'users_email_'],
  [
    'users with an address of a domain',
    users,
    { filter: { emailDomain: 'other.example' } },
    'users_email_domain_id_idx',
  ],
  ['users with an address of a domain, by search', users, { search: '@other.e' }, 'users_email_domain_id_idx'],
  ['users with these ids', users, { filter: { ids: [idOf('user', 7), idOf('user', 8)] } }, 'users_pkey'],
  [
    'users with an address of one of several domains, or a username',
    users,
    { filter: { anyOf: [{ emailDomain: 'a.example' }, { emailDomain: 'b.example' }, { username: 'user-7' }] } },
    'users_email_domain_id_idx',
  ],
  ['users except some', users, { filter: { not: { ids: [idOf('user', 7)] } } }, 'users_pkey'],
  ['users whose accounts are to be deleted', users, { filter: { isDeletionDue: true } }, 'users_deletion_due_idx'],
  ['users who are suspended', users, { filter: { isSuspended: true } }, 'users_suspended_idx'],
  ['holders of a role', users, { filter: ofRole }, 'user_roles_role_id_user_id_idx'],
  ['members of a large organization', users, { filter: ofTheLargest }, 'organization_users_pkey'],
  ['organizations by name', organizations, { orderBy: asc('name') }, 'organizations_name_id_idx'],
  ['organizations by a word of their name', organizations, { search: '7777' }, 'organizations_name_beginnings_idx'],
  ['memberships in a large organization', organizationMembers, { filter: ofTheLargest }, 'organization_users_pkey'],
  [
    'memberships in a large organization, the newest first',
    organizationMembers,
    { filter: ofTheLargest, orderBy: desc('joinedAt') },
    'organization_users_organization_id_created_at_user_id_idx',
  ],
  [
    'memberships in a large organization, by name of the user',
    organizationMembers,
    { filter: ofTheLargest, orderBy: asc('name') },
    'organization_users_',
  ],
  ['events', events, {}, 'events_position'],
  ['events, the newest first', events, { orderBy: desc('position') }, 'events_position'],
  ['events of a type', events, { filter: { types: ['PostSignIn'] } }, 'events_'],
  [
    'events about a user',
    events,
    { filter: { subjectId: idOf('user', 77) } },
    'events_subject_kind_subject_id_position_idx',
  ],
  [
    'events in an organization',
    events,
    { filter: { organizationId: idOf('org', 12) } },
    'events_organization_id_position_idx',
  ],
  ['events that an application caused', events, { filter: { actorId: idOf('app', 7) } }, 'events_actor_position_idx'],
  ['events by an application for users', events, { filter: { applicationId: idOf('app', 7) } }, 'events_applications_'],
  ['events of a request', events, { filter: { requestId: 'req_777' } }, 'events_request_position_idx'],
  ['events of a trace', events, { filter: { traceId: hash('md5', '777') } }, 'events_trace_position_idx'],
  ['events of a rare operation', events, { filter: { operation: 'importUsers' } }, 'events_operation_position_idx'],
  ['events about records of a kind', events, { filter: { subjectKinds: ['user'] } }, 'events_'],
  ['events of a family', events, { filter: { families: ['interaction'] } }, 'events_'],
  ['events of an unknown actor', events, { filter: { actorId: idOf('app', 99_999) } }, 'events_actor_position_idx'],
];

const large = /Seq Scan on (users|user_roles|organizations|organization_users|events)\b/;

describe('a page', () => {
  test.each(table)('is read through an index: %s', async (_title, list, args, index) => {
    const first = await plans.page(list, args, undefined);
    expect(first.plan).toContain(index);
    expect(first.plan).not.toMatch(large);
    const last = first.records.at(-1);
    if (!last) return;
    const second = await plans.page(list, args, cursorOf(list, args.orderBy, last));
    expect(second.plan).toMatch(/Index/);
    expect(second.plan).not.toMatch(large);
  });
});

/** A table of a million users would be scanned in the order of the page if PostgreSQL expected one in a hundred. */
test('PostgreSQL expects few users for the start of an address, even one that its statistics contain', async () => {
  const bound = `SELECT (histogram_bounds::text::text[])[50] FROM pg_stats WHERE tablename = 'users' AND attname = 'email'`;
  const { rows } = await database.pool.query<[email: string]>({ text: bound, rowMode: 'array' });
  const search = rows[0]?.[0].slice(0, -'.example'.length) ?? '';
  const { plan, records } = await plans.page(users, { search }, undefined);
  expect(records).toHaveLength(1);
  expect(Number(/Heap Scan on users .*rows=(\d+)/.exec(plan)?.[1])).toBeLessThan(scale.users / 1000);
});

const holders: Belonging = {
  list: users,
  table: 'user_roles',
  owner: 'roleId',
  through: { model: 'userRole', relation: 'user', key: 'userId' },
};
const members = { list: organizationMembers, table: 'organization_users', owner: 'organizationId' };
const memberships = { list: organizationsOfUser, table: 'organization_users', owner: 'userId' };

/** A list below one record, and its indexes. */
const parts: [
  title: string,
  parent: 'role' | 'organization' | 'user',
  part: Belonging,
  args: ListArguments,
  index: RegExp,
][] = [
  ['holders of a role', 'role', holders, {}, /user_roles_role_id_user_id_idx/],
  [
    'holders of a role, sorted by email',
    'role',
    holders,
    { orderBy: desc('email') },
    /user_roles_role_id_user_id_idx|users_email/,
  ],
  [
    'holders of a role by a word of their name',
    'role',
    holders,
    { search: 'yaonurba' },
    /users_name|user_roles_(pkey|role)/,
  ],
  ['holders of a role by email', 'role', holders, { search: 'user-1234@' }, /users_email/],
  ['suspended holders of a role', 'role', holders, { filter: { isSuspended: true } }, /users_suspended|user_roles/],
  ['members', 'organization', members, {}, /organization_users_pkey/],
  [
    'members, the newest first',
    'organization',
    members,
    { orderBy: desc('joinedAt') },
    /organization_users_organization_id_created_at_user_id_idx/,
  ],
  ['members by a word of their name', 'organization', members, { search: 'yaonurba' }, /users_name/],
  ['members by email', 'organization', members, { search: 'user-1234@' }, /users_email/],
  ['organizations of a user', 'user', memberships, {}, /organization_users_user_id/],
  ['organizations of a user by name', 'user', memberships, { search: 'customer' }, /organization_users_user_id/],
];
const parentIds = { role: idOf('role', 7), organization: idOf('org', 0), user: idOf('user', 77) };
const relations = { role: 'users', organization: 'users', user: 'organizations' };

describe('a list below a record', () => {
  test.each(parts)('reads an index: %s', async (title, parent, part, { filter = {}, search, orderBy }, index) => {
    const args = { filter: part.list.filter.parse(filter), search, now: new Date() } as never;
    const condition = part.list.where(args);
    const read = async (cursor: string | undefined) => {
      const after = cursor === undefined ? undefined : decodeRelatedCursor(part, orderBy, cursor, 'after');
      const query = relatedQuery(part, condition, orderBy, { range: { after }, inverted: false });
      const beyond = part.through && { [part.through.relation]: { select: { id: true, ...query.beyond } } };
      const rows = {
        ...(query.where && { where: query.where }),
        orderBy: query.orderBy,
        take: 21,
        select: { ...query.columns, ...beyond },
      };
      plans.statements.length = 0;
      const found = (await (database.prisma[parent] as never as typeof database.prisma.role).findUnique({
        where: { id: parentIds[parent] },
        select: { [relations[parent]]: rows },
      })) as Record<string, object[]> | null;
      return { found: found?.[relations[parent]] ?? [], plan: await plans.explain(plans.statements[0]) };
    };
    const first = await read(undefined);
    expect(first.plan).toMatch(index);
    // For so few users, reading all and sorting them is as fast as an index.
    const dear = title.includes('sorted') ? /Seq Scan on user_roles/ : large;
    expect(first.plan).not.toMatch(dear);
    const last = first.found.at(-1);
    if (!last) return;
    const second = await read(relatedCursor(part, orderBy, last as never));
    expect(second.plan).not.toMatch(dear);
  });
});

test('lists below the records of a page read only the returned rows, whatever the number of rows', async () => {
  plans.statements.length = 0;
  await database.prisma.organization.findMany({
    orderBy: { id: 'asc' },
    take: 3,
    select: { id: true, users: { orderBy: { userId: 'asc' }, take: 2, select: { user: { select: { name: true } } } } },
  });
  expect(plans.statements).toHaveLength(1);
  const { text, values } = plans.statements[0] ?? { text: '' };
  const explained = `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`;
  const { rows } = await database.pool.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(explained, values);
  const scans = nodesOf(rows[0]?.['QUERY PLAN'][0].Plan).filter(
    (node) => node['Relation Name'] === 'organization_users',
  );
  const read = scans.map((scan) => scan['Actual Rows'] * scan['Actual Loops']);
  expect(read.reduce((sum, count) => sum + count, 0)).toBe(6);
});

interface PlanNode {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  Plans?: PlanNode[];
}
const nodesOf = (node: PlanNode | undefined): PlanNode[] =>
  node ? [node, ...(node.Plans ?? []).flatMap(nodesOf)] : [];

test('the totals of lists below the records of a page take one statement, through an index', async () => {
  const context = { prisma: database.prisma } as Context;
  const owners = [101, 102, 103].map((number) => idOf('org', number));
  plans.statements.length = 0;
  const each = { related: members, counted: undefined, bound: 1000 };
  const ask = (ownerId: string) => countRelated(context, { ...each, ownerId });
  const totals = await Promise.all(owners.map(ask));
  const plan = await plans.explain(plans.statements[0]);
  const count = (organizationId: string) => database.prisma.organizationUser.count({ where: { organizationId } });
  expect(totals.map(({ totalCount }) => totalCount)).toEqual(await Promise.all(owners.map(count)));
  expect(plan).toMatch(/organization_users_(pkey|organization_id)/);
  expect(plan).not.toMatch(large);
});

test('a page with a filter gets a plan for its values, every time', async () => {
  for (let time = 0; time < 10; time++) await plans.page(users, { filter: ofRole }, undefined);
  await readerOf(database.prisma, users).count({ where: users.where({ filter: ofRole } as never) });
  expect(plans.statements.at(-1)).toMatchObject({ name: '' });
  const { rows } = await database.pool.query<{ statement: string }>('SELECT statement FROM pg_prepared_statements');
  expect(rows.filter(({ statement: sql }) => sql.includes('"role_id"'))).toEqual([]);
});

test('the seeded data has at most two roles per user', async () => {
  const most = 'SELECT max(count)::int AS most FROM (SELECT count(*) FROM user_roles GROUP BY user_id) AS held';
  expect((await database.pool.query(most)).rows).toEqual([{ most: 2 }]);
  expect(await database.prisma.role.count()).toBe(counts.roles);
});

test.each(['%', '_', '-- ', String.raw`\ `, '…'])(
  'a search for %j, which no word contains, reads no names',
  async (search) => {
    for (const list of [users, organizations]) {
      const { records, plan } = await plans.page(list, { search }, undefined);
      expect(records).toEqual([]);
      expect(plan).not.toMatch(large);
    }
  },
);

import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withClient } from '../../bench/shared/database.ts';
import { counts, idOf } from '../../bench/management/fixture/people.ts';
import { seed } from '../../bench/management/fixture/seed.ts';
import { type Database, openDatabase } from '../../src/platform/database.ts';
import { all } from '../../src/reads/conditions.ts';
import { events } from '../../src/reads/events.ts';
import { cursorOf, keyColumns, type OrderBy, pageOf, placeOf } from '../../src/reads/keyset.ts';
import type { List } from '../../src/reads/list.ts';
import { organizationMembers } from '../../src/reads/organization-members.ts';
import { organizations } from '../../src/reads/organizations.ts';
import { readerOf } from '../../src/reads/page.ts';
import { users } from '../../src/reads/users.ts';
import { type OwnDatabase, ownDatabase } from '../support/database.ts';

/** As many of everything as make a sequential scan dear. */
const scale = { users: 20_000 };

const moreOrganizations = `
  INSERT INTO organizations (id, name, updated_at)
  SELECT 'org_01h455vb4pex5v' || lpad(n::text, 12, '0'), 'Customer ' || n, now() FROM generate_series(1, 20000) AS n;
  ANALYZE organizations`;

interface Asked {
  filter?: object;
  search?: string;
  orderBy?: OrderBy;
}

let own: OwnDatabase;
let database: Database;
let statement: pg.QueryConfig | undefined;

beforeAll(async () => {
  own = await ownDatabase();
  await withClient(own.url, async (client) => {
    await seed(client, scale);
    await client.query(moreOrganizations);
  });
  database = openDatabase(own.url, { max: 1 });
  database.pool.on('connect', rememberStatements);
}, 60_000);
afterAll(async () => {
  await database.close();
  await own.drop();
});

function rememberStatements(client: pg.PoolClient): void {
  const query = client.query;
  client.query = function remembered(this: pg.PoolClient, ...args: never[]) {
    if (typeof args[0] === 'object') statement = args[0];
    return Reflect.apply(query, this, args);
  } as typeof query;
}

const asc = (field: string): OrderBy => ({ field, direction: 'asc' });
const desc = (field: string): OrderBy => ({ field, direction: 'desc' });
const ofRole = { roleId: idOf('role', 7) };
const ofTheLargest = { organizationId: idOf('org', 0) };

/** What is asked, and the index that finds it. */
const table: [title: string, list: List, asked: Asked, index: string][] = [
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
  ['nobody by a name', users, { search: 'xyzzy' }, 'users_name_beginnings_idx'],
  ['the user with an email address', users, { filter: { email: 'user-77@bench.example' } }, 'users_email_'],
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
  ['events that nobody caused', events, { filter: { actorId: idOf('app', 99_999) } }, 'events_actor_position_idx'],
];

async function page(list: List, { filter = {}, search, orderBy }: Asked, after: string | undefined) {
  const asked = { filter: list.filter.parse(filter), search, now: new Date() };
  const place = after === undefined ? undefined : placeOf(list, orderBy, after, 'after');
  const { where, orderBy: order } = pageOf(list, orderBy, { after: place });
  const conditions = all(list.where(asked as never), where);
  const query = { where: conditions, orderBy: order, take: 21, select: keyColumns(list, orderBy) };
  const records = await readerOf(database.prisma, list).findMany(query);
  const { text, values } = statement ?? { text: '' };
  const { rows } = await database.pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values);
  return { records, plan: rows.map((row) => row['QUERY PLAN']).join('\n') };
}

const large = /Seq Scan on (users|user_roles|organizations|organization_users|events)\b/;

describe('a page is read through an index:', () => {
  test.each(table)('%s', async (_title, list, asked, index) => {
    const first = await page(list, asked, undefined);
    expect(first.plan).toContain(index);
    expect(first.plan).not.toMatch(large);
    const last = first.records.at(-1);
    if (!last) return;
    const second = await page(list, asked, cursorOf(list, asked.orderBy, last));
    expect(second.plan).toMatch(/Index/);
    expect(second.plan).not.toMatch(large);
  });
});

test('a page that has a condition is planned for what is asked, every time', async () => {
  for (let time = 0; time < 10; time++) await page(users, { filter: ofRole }, undefined);
  await readerOf(database.prisma, users).count({ where: users.where({ filter: ofRole } as never) });
  expect(statement).toMatchObject({ name: '' });
  await page(users, {}, undefined);
  const { rows } = await database.pool.query<{ statement: string }>('SELECT statement FROM pg_prepared_statements');
  expect(rows.filter(({ statement: sql }) => sql.includes('"role_id"'))).toEqual([]);
  expect(rows.length).toBeGreaterThan(0);
});

test('what is seeded is what is said: each user holds two roles at most', async () => {
  const { rows } = await database.pool.query<{ most: number }>(
    'SELECT max(count)::int AS most FROM (SELECT count(*) FROM user_roles GROUP BY user_id) AS held',
  );
  expect(rows[0]?.most).toBe(2);
  expect(await database.prisma.role.count()).toBe(counts.roles);
});

test.each(['%', '_', '-- ', String.raw`\ `, '…'])(
  'a search for %j, which is no part of a word, reads no names',
  async (search) => {
    for (const list of [users, organizations]) {
      const { records, plan } = await page(list, { search }, undefined);
      expect(records).toEqual([]);
      expect(plan).not.toMatch(large);
    }
  },
);

import pg from 'pg';
import { cursorOf } from '../../../src/reads/keyset.ts';
import { users } from '../../../src/reads/lists/users.ts';
import { systemIds } from '../../../src/platform/ids/ids.ts';
import { eventOf } from './event.ts';
import { serve } from './serve.ts';

// The minimum for the same data: prepared statements through pg, transactions by BEGIN and COMMIT, and no validation.
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });

interface User {
  id: string;
}

const columns = `id, username, email, email_verified_at AS "emailVerifiedAt", phone, phone_verified_at AS "phoneVerifiedAt", name, avatar,
  profile, custom_data AS "customData", suspended_at AS "suspendedAt", last_sign_in_at AS "lastSignInAt", created_at AS "createdAt",
  updated_at AS "updatedAt", version`;
const changed = 'updated_at = now(), version = version + 1';

const writes = {
  'User.Created': `INSERT INTO users (id, username, email, name, updated_at) VALUES ($1, $2, $3, $4, now()) RETURNING ${columns}`,
  'User.Data.Updated': `UPDATE users SET name = $2, ${changed} WHERE id = $1 RETURNING ${columns}`,
  'User.SuspensionStatus.Updated': `UPDATE users SET suspended_at = now(), ${changed} WHERE id = $1 RETURNING ${columns}`,
  'User.Deleted': `DELETE FROM users WHERE id = $1 RETURNING ${columns}`,
};

const insertEvent = `INSERT INTO events (id, type, occurred_at, subject_kind, subject_id, actor, cause, data) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`;

async function write(type: keyof typeof writes, values: unknown[]): Promise<object> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const { rows } = await client.query<User>({ name: type, text: writes[type], values });
    const [user] = rows;
    if (!user) throw new Error('no such user');
    const { id, occurredAt, subjectKind, subjectId, actor, cause, data } = eventOf(type, user);
    const event = [id, type, occurredAt, subjectKind, subjectId, actor, cause, data];
    await client.query({ name: 'event', text: insertEvent, values: event });
    await client.query('COMMIT');
    return { user };
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

const pageOfUsers = `SELECT id, username, email, name, suspended_at IS NOT NULL AS "isSuspended", created_at AS "createdAt"
  FROM users WHERE id > $1 ORDER BY id LIMIT $2`;
const rolesOfUsers = `SELECT user_id, id, name FROM user_roles JOIN roles ON id = role_id WHERE user_id = ANY($1) ORDER BY user_id, role_id`;
const organizationsOfUsers = `SELECT user_id, id, name FROM organization_users JOIN organizations ON id = organization_id
  WHERE user_id = ANY($1) ORDER BY user_id, organization_id`;

type Related = Map<string, User[]>;

async function related(name: string, text: string, ids: string[]): Promise<Related> {
  const { rows } = await pool.query<User & { user_id?: string }>({ name, text, values: [ids] });
  const byUser: Related = new Map(ids.map((id) => [id, []]));
  for (const { user_id: userId = '', ...record } of rows) byUser.get(userId)?.push(record);
  return byUser;
}

/** The response of GraphQL to the same query, byte for byte. */
async function page(after: string, first: number): Promise<object> {
  const { rows } = await pool.query<User>({ name: 'page', text: pageOfUsers, values: [after, first + 1] });
  const shown = rows.slice(0, first);
  const ids = shown.map(({ id }) => id);
  const [roles, organizations] = await Promise.all([
    related('roles', rolesOfUsers, ids),
    related('organizations', organizationsOfUsers, ids),
  ]);
  const nodes = shown.map((user) => ({
    ...user,
    roles: roles.get(user.id),
    organizations: { nodes: organizations.get(user.id)?.map((organization) => ({ organization })) },
  }));
  const last = shown.at(-1);
  const pageInfo = { hasNextPage: rows.length > first, endCursor: last ? cursorOf(users, undefined, last) : null };
  return { data: { users: { nodes, pageInfo } } };
}

serve({
  'POST /users': (_id, { username, email, name }) =>
    write('User.Created', [systemIds.next('user'), username, email, name]),
  'PATCH /users/:id': (id, { name }) => write('User.Data.Updated', [id, name]),
  'PATCH /users/:id/is-suspended': (id) => write('User.SuspensionStatus.Updated', [id]),
  'DELETE /users/:id': (id) => write('User.Deleted', [id]),
  'POST /users/page': (_id, { after, first }) => page(after ?? '', Number(first)),
});

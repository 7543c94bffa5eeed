import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OwnDatabase, ownDatabase } from '../../support/servers/database.ts';

/** Rows that the database refuses from any client: the CHECK constraints at the end of the first migration. */
let own: OwnDatabase;
let client: pg.Client;

beforeAll(async () => {
  own = await ownDatabase();
  client = new pg.Client({ connectionString: own.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await own.drop();
});

type Row = Record<string, unknown>;

const now = new Date(0);
/** A valid row of each table. */
const good: Record<string, Row> = {
  users: { id: 'user_1', updated_at: now },
  factors: {
    id: 'fac_1',
    user_id: 'user_1',
    kind: 'totp',
    name: '',
    encrypted_secret: '',
    last_step: 1,
    created_at: now,
  },
  roles: { id: 'role_1', name: 'Reader', updated_at: now },
  api_resources: { id: 'res_1', name: 'Orders', indicator: 'https://orders.example', updated_at: now },
  scopes: { id: 'scope_1', api_resource_id: 'res_1', name: 'orders:read', updated_at: now },
  applications: { id: 'app_1', name: 'Shop', type: 'TRADITIONAL_WEB', updated_at: now },
  application_secrets: {
    id: 'app_secret_1',
    application_id: 'app_1',
    name: 'a',
    hash: Buffer.alloc(32),
    prefix: 'abcd',
  },
  organizations: { id: 'org_1', name: 'Acme', updated_at: now },
  organization_roles: { id: 'org_role_1', name: 'Member', updated_at: now },
  organization_scopes: { id: 'org_scope_1', name: 'invite', updated_at: now },
  organization_invitations: {
    id: 'inv_1',
    organization_id: 'org_1',
    invitee_email: 'a@b.c',
    expires_at: now,
    updated_at: now,
  },
  events: {
    id: 'evt_01h455vb4pex5vsknk084sn02q',
    type: 'User.Created',
    occurred_at: now,
    subject_kind: 'user',
    subject_id: 'user_1',
    actor: {},
    cause: {},
    data: {},
  },
  event_head: {},
};

/** Inserts into a valid state, and rolls back. */
async function insert(table: string, changes: Row): Promise<void> {
  await client.query('BEGIN');
  try {
    for (const [name, row] of Object.entries(good)) {
      if (name === table) break;
      if (name !== 'event_head') await insertRow(name, row);
    }
    await insertRow(table, { ...good[table], ...changes });
  } finally {
    await client.query('ROLLBACK');
  }
}

async function insertRow(table: string, row: Row): Promise<void> {
  const columns = Object.keys(row);
  const places = columns.map((_, index) => `$${index + 1}`);
  await client.query(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places.join(', ')})`, Object.values(row));
}

const rules: [string, string, Row][] = [
  ['a username in capitals', 'users', { username: 'Ada' }],
  ['an empty username', 'users', { username: '' }],
  ['an email in capitals', 'users', { email: 'Ada@example.com' }],
  ['a phone number that is not E.164', 'users', { phone: '030 901820' }],
  ['a profile that is no object', 'users', { profile: '[]' }],
  ['custom data of a user that is no object', 'users', { custom_data: '"text"' }],
  ['a factor of an unknown kind', 'factors', { kind: 'sms' }],
  ['an authenticator app without a last step', 'factors', { last_step: null }],
  ['an authenticator app that was used up', 'factors', { used_at: now }],
  ['a passkey without a credential', 'factors', { kind: 'passkey', encrypted_secret: null, last_step: null }],
  ['custom data of an organization that is no object', 'organizations', { custom_data: '1' }],
  ["an invitee's email in capitals", 'organization_invitations', { invitee_email: 'A@b.c' }],
  ['a token lifetime of 0 seconds', 'api_resources', { access_token_ttl: 0 }],
  ['a token lifetime of more than a day', 'api_resources', { access_token_ttl: 86_401 }],
  ['a resource indicator with a fragment', 'api_resources', { indicator: 'https://orders.example/#a' }],
  ['an empty resource indicator', 'api_resources', { indicator: '' }],
  ['a scope with a space', 'scopes', { name: 'orders read' }],
  ['a scope with a quote', 'scopes', { name: 'orders"' }],
  ['a scope with a backslash', 'scopes', { name: 'orders\\' }],
  ['a scope beyond ASCII', 'scopes', { name: 'aufträge' }],
  ['an empty scope', 'scopes', { name: '' }],
  ['an organization scope with a space', 'organization_scopes', { name: 'in vite' }],
  ['a role without a name', 'roles', { name: '' }],
  ['an organization role without a name', 'organization_roles', { name: '' }],
  ['token exchange for a browser application', 'applications', { type: 'SINGLE_PAGE', token_exchange_allowed: true }],
  ['token exchange for a native application', 'applications', { type: 'NATIVE', token_exchange_allowed: true }],
  [
    "token exchange for someone else's application",
    'applications',
    { is_third_party: true, token_exchange_allowed: true },
  ],
  ['a browser application without PKCE', 'applications', { type: 'SINGLE_PAGE', pkce_required: false }],
  ['a native application without PKCE', 'applications', { type: 'NATIVE', pkce_required: false }],
  ['a secret that is not a SHA-256 hash', 'application_secrets', { hash: Buffer.from('the secret itself') }],
  ['an event whose id is not an event id', 'events', { id: 'user_01h455vb4pex5vsknk084sn02q' }],
  ['a second head of the feed', 'event_head', { id: 2 }],
];

const accepted: [string, string, Row][] = [
  ['identifiers in lower case', 'users', { username: 'ada_1', email: 'ada@exämple.com', phone: '+4930901820' }],
  ['a user without any identifier', 'users', {}],
  ['token exchange for a confidential application of our own', 'applications', { token_exchange_allowed: true }],
  ['token exchange for a service', 'applications', { type: 'MACHINE_TO_MACHINE', token_exchange_allowed: true }],
  ['an older confidential application without PKCE', 'applications', { pkce_required: false }],
  ['the shortest token lifetime', 'api_resources', { access_token_ttl: 1 }],
  ['the longest token lifetime', 'api_resources', { access_token_ttl: 86_400 }],
  ['every character of a scope token', 'scopes', { name: '!#$%&()*+,-./09:;<=>?@AZ[]^_`az{|}~' }],
  ['a secret as a hash', 'application_secrets', {}],
  ['an event', 'events', {}],
  ['an authenticator app', 'factors', {}],
  ['an invitation', 'organization_invitations', {}],
];

describe('a row that breaks a rule', () => {
  it.each(rules)('is refused: %s', async (_title, table, row) => {
    // 23514: check_violation
    await expect(insert(table, row)).rejects.toMatchObject({ code: '23514', table });
  });
});

describe('a row that keeps the rules', () => {
  it.each(accepted)('is accepted: %s', async (_title, table, row) => {
    await expect(insert(table, row)).resolves.toBeUndefined();
  });
});

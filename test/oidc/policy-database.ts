import type { PolicyQuery } from '../../src/oidc/access/policy-state.ts';
import { grantReference } from '../../src/oidc/tokens/access-token-claims.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import { reachDatabase } from '../../src/platform/database/reach.ts';
import { ownDatabase } from '../support/servers/database.ts';

/** Enough rows to make a sequential scan expensive. Ids are numbers in the form of ids. */
const users = 3000;
export const id = (kind: string, number: number): string => `${kind}_${String(number).padStart(26, '0')}`;
const sql = (kind: string, number: string): string => `'${kind}_' || lpad((${number})::text, 26, '0')`;
const key = (text: string): string => `translate(rtrim(encode(sha256((${text})::bytea), 'base64'), '='), '+/', '-_')`;

/**
 * User u holds role u mod 500 and is in organization u mod 200 with organization role u mod 50. Role r holds scopes 2r
 * and 2r + 1 (mod 1000), organization role o scope o. Scope s belongs to resource s mod 50. All sign-ins are by
 * application 1. Resources 30 to 49 are targets of every application, which serves them; their rules are off.
 */
const seed = `
  INSERT INTO users (id, updated_at) SELECT ${sql('user', 'i')}, now() FROM generate_series(0, ${users - 1}) i;
  INSERT INTO roles (id, name, updated_at) SELECT ${sql('role', 'i')}, i, now() FROM generate_series(0, 499) i;
  INSERT INTO api_resources (id, name, indicator, access_token_ttl, updated_at)
    SELECT ${sql('res', 'i')}, i, 'urn:api:' || i, 100 + i, now() FROM generate_series(0, 49) i;
  INSERT INTO scopes (id, api_resource_id, name, updated_at)
    SELECT ${sql('scope', 'i')}, ${sql('res', 'i % 50')}, 's' || i, now() FROM generate_series(0, 999) i;
  INSERT INTO role_scopes SELECT ${sql('role', 'i')}, ${sql('scope', '(2 * i + j) % 1000')} FROM generate_series(0, 499) i, generate_series(0, 1) j;
  INSERT INTO user_roles SELECT ${sql('user', 'i')}, ${sql('role', 'i % 500')} FROM generate_series(0, ${users - 1}) i;
  INSERT INTO organizations (id, name, updated_at) SELECT ${sql('org', 'i')}, i, now() FROM generate_series(0, 199) i;
  INSERT INTO organization_roles (id, name, updated_at) SELECT ${sql('org_role', 'i')}, i, now() FROM generate_series(0, 49) i;
  INSERT INTO organization_role_api_scopes SELECT ${sql('org_role', 'i')}, ${sql('scope', 'i')} FROM generate_series(0, 49) i;
  INSERT INTO organization_users SELECT ${sql('org', 'i % 200')}, ${sql('user', 'i')} FROM generate_series(0, ${users - 1}) i;
  INSERT INTO organization_user_roles SELECT ${sql('org', 'i % 200')}, ${sql('user', 'i')}, ${sql('org_role', 'i % 50')} FROM generate_series(0, ${users - 1}) i;
  INSERT INTO applications (id, name, type, updated_at) SELECT ${sql('app', 'i')}, i, 'MACHINE_TO_MACHINE', now() FROM generate_series(0, 499) i;
  INSERT INTO application_roles SELECT ${sql('app', 'i')}, ${sql('role', 'i')} FROM generate_series(0, 499) i;
  INSERT INTO application_targets SELECT ${sql('app', 'i')}, ${sql('res', 'j')} FROM generate_series(0, 499) i, generate_series(30, 49) j;
  INSERT INTO served_resources SELECT ${sql('app', 'i')}, ${sql('res', 'j')} FROM generate_series(0, 499) i, generate_series(30, 49) j;
  INSERT INTO oidc_records (model, key, payload, user_id, client_id, expires_at)
    SELECT 'Grant', ${key("'grant-' || i")}, '{}', ${sql('user', 'i')}, ${sql('app', '1')}, '2099-01-01' FROM generate_series(0, ${users - 1}) i;
  INSERT INTO oidc_records (model, key, payload, user_id, uid, expires_at)
    SELECT 'Session', ${key("'session-' || i")},
      jsonb_build_object('authorizations', jsonb_build_object(${sql('app', '1')}, jsonb_build_object('grantId', 'grant-' || i))),
      ${sql('user', 'i')}, 'uid-' || i, '2099-01-01' FROM generate_series(0, ${users - 1}) i;
  ANALYZE`;

/** A database with these rows, and one connection for each purpose. */
export async function openPolicyDatabase() {
  const own = await ownDatabase();
  const database = openDatabase(await reachDatabase(own.url), { max: 1 });
  await database.pool.query(seed);
  return {
    database,
    async close(): Promise<void> {
      await database.close();
      await own.drop();
    },
  };
}

/** A query about a user's token. */
export const query = (user: number, changed: Partial<PolicyQuery> = {}): PolicyQuery => ({
  clientId: id('app', 2),
  userId: id('user', user),
  grant: grantReference(`grant-${user}`, `uid-${user}`),
  applicationIds: [id('app', 1)],
  resource: `urn:api:${(2 * user) % 50}`,
  organizationId: null,
  ...changed,
});

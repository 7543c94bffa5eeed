import { jwtVerify } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeSigningKeys, readSigningKey } from '../../bench/exchange/fixture/keys.ts';
import { exchangeOf } from '../../bench/exchange/fixture/exchanges.ts';
import { makeRequests } from '../../bench/exchange/fixture/requests.ts';
import { seed } from '../../bench/exchange/fixture/seed.ts';
import { withClient } from '../../bench/shared/database.ts';
import { unpackRequests } from '../../bench/shared/load/requests.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import { reachDatabase } from '../../src/platform/database/reach.ts';
import { isId } from '../../src/platform/ids/ids.ts';
import { type OwnDatabase, ownDatabase } from '../support/servers/database.ts';

const scale = { users: 60, roles: 120, organizations: 7 };
let own: OwnDatabase;
beforeAll(async () => {
  own = await ownDatabase();
  await withClient(own.url, (client) => seed(client, scale));
});
afterAll(() => own.drop());

it('requests contain only scopes that the user holds: one through a role, one through an organization', async () => {
  await withClient(own.url, async (client) => {
    for (let index = 0; index < scale.users; index += 1) {
      const { userId, resource, scope } = exchangeOf(index, scale);
      const [throughRole, throughOrganization] = scope.split(' ');
      const held = async (sql: string) =>
        (await client.query({ text: sql, values: [userId, resource], rowMode: 'array' })).rows.flat();
      expect(await held(scopesOfRoles)).toContain(throughRole);
      expect(await held(scopesOfOrganizations)).toContain(throughOrganization);
      expect(await held(scopesOfRoles)).not.toContain(throughOrganization);
    }
  });
});

it('ids have the format of the platform', async () => {
  await withClient(own.url, async (client) => {
    const idsOf = async (table: string) => (await client.query<{ id: string }>(`SELECT id FROM ${table}`)).rows;
    for (const { id } of await idsOf('users')) expect(isId('user', id)).toBe(true);
    for (const { id } of await idsOf('applications')) expect(isId('application', id)).toBe(true);
    for (const { id } of await idsOf('application_secrets')) expect(isId('applicationSecret', id)).toBe(true);
  });
});

it('subject tokens are signed with the key of the database, and all differ', async () => {
  const database = openDatabase(await reachDatabase(own.url), { max: 1 });
  await database.prisma.signingKey.createMany({ data: await makeSigningKeys(new Date()) });
  await database.close();
  const key = await readSigningKey(own.url);
  const source = { kid: key.id, privateKey: key.privateKey, issuer: 'https://issuer.example', now: Date.now() / 1000 };
  const tokens = unpackRequests(makeRequests(100, scale, source)).map(subjectTokenIn);
  expect(new Set(tokens).size).toBe(100);
  const { payload } = await jwtVerify(tokens[3] ?? '', key.publicKey, { issuer: source.issuer, typ: 'at+jwt' });
  expect(payload).toMatchObject({ sub: exchangeOf(3, scale).userId, aud: exchangeOf(3, scale).from });
});

function subjectTokenIn(request: Buffer): string {
  const body = request.toString().split('\r\n\r\n')[1] ?? '';
  return new URLSearchParams(body).get('subject_token') ?? '';
}

const scopesOfRoles = `
  SELECT scopes.name FROM user_roles JOIN role_scopes USING (role_id) JOIN scopes ON scopes.id = scope_id
  JOIN api_resources ON api_resources.id = api_resource_id WHERE user_id = $1 AND indicator = $2`;

const scopesOfOrganizations = `
  SELECT scopes.name FROM organization_user_roles JOIN organization_role_api_scopes USING (organization_role_id)
  JOIN scopes ON scopes.id = scope_id JOIN api_resources ON api_resources.id = api_resource_id
  WHERE user_id = $1 AND indicator = $2`;

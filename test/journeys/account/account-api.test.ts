import * as client from 'openid-client';
import { beforeAll, describe, expect, it } from 'vitest';
import { systemIds as ids } from '../../../src/platform/ids/ids.ts';
import { permissionNames } from '../../../src/vocabulary/permissions.ts';
import { redirectUri, type RelyingParty, relyingParty } from '../../support/browsers/relying-party.ts';
import { addApplication, addUser, startIssuer } from '../../support/issuer.ts';
import { perFile } from '../../support/per-file.ts';

const issuer = perFile(startIssuer);
let user: Awaited<ReturnType<typeof addUser>>;
let applicationId: string;
let web: RelyingParty;

beforeAll(async () => {
  const { prisma } = issuer.database;
  const management = await prisma.scope.findMany({ where: { name: { in: [...permissionNames] } } });
  user = await addUser(prisma, { username: 'ada', name: 'Ada', scopeIds: management.map(({ id }) => id) });
  const settings = { redirectUris: [redirectUri], accountApiAllowed: true };
  const application = await addApplication(prisma, 'TRADITIONAL_WEB', settings);
  applicationId = application.id;
  web = await relyingParty(issuer.issuer, application);
});

const tokenFor = async (path: string, scope: string): Promise<string> =>
  (await web.signIn('ada', { scope, resource: `${issuer.publicUrl}${path}` })).tokens.access_token;

async function call(token: string, query: string) {
  const response = await fetch(`${issuer.url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  return (await response.json()) as { data?: Record<string, unknown>; errors?: { extensions: { code: string } }[] };
}
const codesOf = async (token: string, query: string) =>
  (await call(token, query)).errors?.map(({ extensions }) => extensions.code);

describe('the account of the caller', () => {
  it('has what the person would see of it: identifiers, factors, sessions, devices and organizations', async () => {
    const { prisma } = issuer.database;
    const organizationId = ids.next('organization');
    await prisma.organization.create({
      data: { id: organizationId, name: 'Acme', users: { create: { userId: user.id } } },
    });
    const role = { id: ids.next('organizationRole'), name: 'Editor' };
    await prisma.organizationRole.create({ data: role });
    await prisma.organizationUserRole.create({
      data: { organizationId, userId: user.id, organizationRoleId: role.id },
    });
    const other = await web.signIn('ada');
    // Sign-ins within a second have no order.
    await issuer.database.pool.query(
      `UPDATE oidc_records SET payload = jsonb_set(payload::jsonb, '{loginTs}', to_jsonb((payload ->> 'loginTs')::int - 60))
       WHERE model = 'Session'`,
    );
    const token = await tokenFor('/account', 'openid account:read');
    const { data } = await call(
      token,
      `{ viewer { kind id permissions account {
        id username name email hasPassword backupCodesLeft version factors { id kind }
        sessions { id device isCurrent } devices { label isKnown } organizations { id name roles }
      } } }`,
    );
    expect(other.tokens.access_token).toBeTypeOf('string');
    expect(data).toMatchObject({
      viewer: {
        kind: 'USER',
        id: user.id,
        permissions: [],
        account: {
          id: user.id,
          username: 'ada',
          name: 'Ada',
          hasPassword: true,
          backupCodesLeft: 0,
          factors: [],
          organizations: [{ id: organizationId, name: 'Acme', roles: ['Editor'] }],
        },
      },
    });
    expect(data).toMatchObject({ viewer: { account: { sessions: [{ isCurrent: true }, { isCurrent: false }] } } });
  });

  it('is null with a token without account:read', async () => {
    const token = await tokenFor('/account', 'openid account:write');
    expect((await call(token, '{ viewer { account { id } } }')).data).toEqual({ viewer: { account: null } });
  });
});

describe('a token of one API', () => {
  it('opens nothing of the other: one for the account, nothing of the Management API', async () => {
    const token = await tokenFor('/account', 'openid account:read account:write');
    const fields =
      '{ viewer { user { id } session { id } preferences { version } obtainablePermissions organizations { organizationId } } }';
    expect((await call(token, fields)).data).toEqual({
      viewer: { user: null, session: null, preferences: null, obtainablePermissions: [], organizations: [] },
    });
    expect(await codesOf(token, '{ users(first: 1) { nodes { id } } }')).toEqual(['UNAUTHENTICATED']);
    expect(await codesOf(token, '{ platform { version } }')).toEqual(['UNAUTHENTICATED']);
    expect(await codesOf(token, 'mutation { updateMyPreferences(input: { document: {} }) { events { id } } }')).toEqual(
      ['FORBIDDEN'],
    );
    const rest = await fetch(`${issuer.url}/api/users`, { headers: { authorization: `Bearer ${token}` } });
    expect(rest.status).toBe(401);
  });

  it('opens nothing of the other: one for the Management API, nothing of the account', async () => {
    const token = await tokenFor('/api', 'openid users:read');
    expect((await call(token, '{ viewer { permissions account { id } } }')).data).toEqual({
      viewer: { permissions: ['USERS_READ'], account: null },
    });
  });
});

describe('a token for the account', () => {
  const message = async (token: string): Promise<string> => {
    const { errors } = await call(token, '{ viewer { id } }');
    return (errors?.[0] as { message?: string } | undefined)?.message ?? 'accepted';
  };

  it('ends with the session', async () => {
    const { tokens } = await web.signIn('ada', {
      scope: 'openid account:read',
      resource: `${issuer.publicUrl}/account`,
    });
    expect(await message(tokens.access_token)).toBe('accepted');
    await issuer.database.pool.query(`DELETE FROM oidc_records WHERE model = 'Session'`);
    expect(await message(tokens.access_token)).toBe('The access token ended with the session of its user.');
  });

  it('ends when the switch of the application is turned off, and its introspection with it', async () => {
    const token = await tokenFor('/account', 'openid account:read');
    const introspect = async () => client.tokenIntrospection(web.config, token);
    expect(await introspect()).toMatchObject({ active: true, scope: 'account:read' });
    const turn = (accountApiAllowed: boolean) =>
      issuer.database.prisma.application.update({ where: { id: applicationId }, data: { accountApiAllowed } });
    await turn(false);
    expect(await message(token)).toBe(
      'The access token was obtained by an application that may not use the Account API.',
    );
    expect(await introspect()).toEqual({ active: false });
    await turn(true);
    expect(await message(token)).toBe('accepted');
  });

  it('is not accepted if it outlives its session', async () => {
    const scope = 'openid offline_access account:read';
    const resource = `${issuer.publicUrl}/account`;
    const { tokens } = await web.signIn('ada', { scope, resource, prompt: 'consent' });
    expect(await message(tokens.access_token)).toBe('The access token outlives the session of its user.');
  });
});

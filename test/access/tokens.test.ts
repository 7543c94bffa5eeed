import { beforeAll, describe, expect, it } from 'vitest';
import { platformActor } from '../../src/kernel/actor.ts';
import { setUserSuspended } from '../../src/operations/users/set-user-suspended.ts';
import { systemIds as ids } from '../../src/platform/ids/ids.ts';
import { type Permission, permissionNames } from '../../src/vocabulary/permissions.ts';
import type { Data } from '../graphql/api.ts';
import { addApplication, addResource, addUser, startIssuer } from '../support/issuer.ts';
import { perFile } from '../support/per-file.ts';
import { redirectUri, type RelyingParty, relyingParty } from '../support/browsers/relying-party.ts';
import { openQueries, operations, queries, routes } from './table.ts';

/** The whole platform, with tokens of users who signed in and of an application. */
const issuer = perFile(startIssuer);
let web: RelyingParty;
let orders: Awaited<ReturnType<typeof addResource>>;
let management: { indicator: string; scopeIds: string[] };
beforeAll(async () => {
  const { prisma } = issuer.database;
  orders = await addResource(prisma, 'https://orders.example', ['orders:read']);
  const builtIn = await prisma.apiResource.findFirstOrThrow({ where: { isBuiltIn: true }, include: { scopes: true } });
  management = { indicator: builtIn.indicator, scopeIds: builtIn.scopes.map(({ id }) => id) };
  web = await relyingParty(
    issuer.issuer,
    await addApplication(prisma, 'TRADITIONAL_WEB', { redirectUris: [redirectUri] }),
  );
});

const administrator = () => addUser(issuer.database.prisma, { scopeIds: [...management.scopeIds, ...orders.scopeIds] });
async function tokenOf(username: string | null, resource = management.indicator): Promise<string> {
  const { tokens } = await web.signIn(username, { scope: `openid ${permissionNames.join(' ')} orders:read`, resource });
  return tokens.access_token;
}

async function credentialsToken(): Promise<string> {
  const { prisma } = issuer.database;
  const { id, clientSecret } = await addApplication(prisma, 'MACHINE_TO_MACHINE');
  const role = {
    id: ids.next('role'),
    name: id,
    scopes: { create: management.scopeIds.map((scopeId) => ({ scopeId })) },
  };
  await prisma.role.create({ data: { ...role, applications: { create: { applicationId: id } } } });
  const response = await fetch(`${issuer.issuer}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${id}:${clientSecret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', resource: management.indicator }),
  });
  return ((await response.json()) as { access_token: string }).access_token;
}

interface Answer {
  status: number;
  body: Data;
}
async function send(token: string, path: string, init: RequestInit = {}): Promise<Answer> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const response = await fetch(issuer.url + path, { ...init, headers });
  const text = await response.text();
  const isLines = response.headers.get('content-type') === 'application/x-ndjson';
  return { status: response.status, body: isLines ? {} : JSON.parse(text) };
}
const graphql = (token: string, query: string, variables = {}) =>
  send(token, '/graphql', { method: 'POST', body: JSON.stringify({ query, variables }) });

/** Every request: each operation through both APIs, each field of Query, each GET. */
function everything(): [name: string, ask: (token: string) => Promise<Answer>][] {
  const somewhere = (route: string) => {
    const [method = '', path = ''] = route.split(' ');
    const filled = `/api${path.replaceAll(/:\w+/g, 'x')}`;
    return (token: string) => send(token, filled, { method, ...(!/GET|DELETE/.test(method) && { body: '{}' }) });
  };
  const mutation = (name: string) => {
    const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input!`;
    const query = `mutation ($input: ${type}) { ${name}(input: $input) { __typename } }`;
    return (token: string) => graphql(token, query, { input: {} });
  };
  const field = (name: string) => (token: string) => graphql(token, `{ ${name} { __typename } }`);
  return [
    ...Object.entries(operations).flatMap(([name, [, , route]]) => [
      [name, mutation(name)] as [string, (token: string) => Promise<Answer>],
      [route, somewhere(route)] as [string, (token: string) => Promise<Answer>],
    ]),
    ...[...Object.keys(queries), ...openQueries].map((name): [string, (token: string) => Promise<Answer>] => [
      name,
      field(name),
    ]),
    ...Object.keys(routes).map((route): [string, (token: string) => Promise<Answer>] => [route, somewhere(route)]),
  ];
}

/** The response to each request, and those with another status or code than expected. */
async function answeredOtherwise(token: string, status: number, code: string): Promise<string[]> {
  const others: string[] = [];
  for (const [name, ask] of everything()) {
    const { status: got, body } = await ask(token);
    const actualCode = body.code ?? body.errors?.[0]?.extensions.code;
    if (got !== status || actualCode !== code || body.data) others.push(`${name}: ${got} ${actualCode}`);
  }
  return others;
}

describe('both APIs refuse every request of', () => {
  it('an administrator who is suspended', async () => {
    const user = await administrator();
    const token = await tokenOf(user.username);
    expect((await graphql(token, '{ users { totalCount } }')).body.errors).toBeUndefined();
    const suspended = { userId: user.id, isSuspended: true };
    await issuer.execute(setUserSuspended, platformActor, suspended, { requestId: 'req_test', channel: 'graphql' });
    expect(await answeredOtherwise(token, 401, 'UNAUTHENTICATED')).toEqual([]);
  });

  it('a token for another API resource', async () => {
    const { username } = await administrator();
    expect(await answeredOtherwise(await tokenOf(username, orders.indicator), 401, 'UNAUTHENTICATED')).toEqual([]);
  });

  it('an administrator whose token has expired', async () => {
    const token = await tokenOf((await administrator()).username);
    expect((await send(token, '/api/users')).status).toBe(200);
    issuer.advance(3601);
    expect(await answeredOtherwise(token, 401, 'UNAUTHENTICATED')).toEqual([]);
    issuer.advance(-3601);
  });
});

it("an application with an administrator's role is never FORBIDDEN", async () => {
  const token = await credentialsToken();
  for (const [name, ask] of everything()) {
    // Only users prepare an impersonation.
    if (/subject-tokens|createSubjectToken/.test(name)) continue;
    const { status, body } = await ask(token);
    expect([name, [401, 403, 500].includes(status)]).toEqual([name, false]);
    expect([name, JSON.stringify(body)]).not.toEqual([name, expect.stringMatching(/FORBIDDEN|UNAUTHENTICATED/)]);
  }
});

describe('an administrator of one organization who signed in', () => {
  async function member(held: Permission[]) {
    const { prisma } = issuer.database;
    const [organizationId, elsewhere] = [ids.next('organization'), ids.next('organization')];
    const user = await addUser(prisma, { username: `member_${organizationId.slice(-10)}` });
    const organizationRoleId = ids.next('organizationRole');
    const scopes = await prisma.scope.findMany({ where: { resource: { isBuiltIn: true }, name: { in: held } } });
    const apiScopes = { create: scopes.map(({ id: scopeId }) => ({ scopeId })) };
    await prisma.organization.createMany({
      data: [
        { id: organizationId, name: 'Acme' },
        { id: elsewhere, name: 'Globex' },
      ],
    });
    await prisma.organizationRole.create({ data: { id: organizationRoleId, name: organizationRoleId, apiScopes } });
    await prisma.organizationUser.create({
      data: { organizationId, userId: user.id, roles: { create: { organizationRoleId } } },
    });
    return { user, organizationId, elsewhere, organizationRoleId };
  }

  it('gets a token with those permissions, which apply to that organization only', async () => {
    const { user, organizationId, elsewhere } = await member([
      'organizations:read',
      'organizations:write',
      'roles:read',
    ]);
    const token = await tokenOf(user.username);
    const { body } = await graphql(
      token,
      `query ($ours: ID!, $theirs: ID!) {
        viewer { permissions organizations { organizationId permissions } }
        ours: organization(id: $ours) { name }
        theirs: organization(id: $theirs) { name }
        organizations { totalCount }
      }`,
      { ours: organizationId, theirs: elsewhere },
    );
    // roles:read has no effect inside an organization.
    const permissions = ['ORGANIZATIONS_READ', 'ORGANIZATIONS_WRITE'];
    expect(body).toEqual({
      data: {
        viewer: { permissions: [], organizations: [{ organizationId, permissions }] },
        ours: { name: 'Acme' },
        theirs: null,
        organizations: { totalCount: 1 },
      },
    });
    expect((await graphql(token, '{ roles { totalCount } }')).body.errors[0].extensions.code).toBe('FORBIDDEN');
  });

  it('can change that organization through both APIs, and no other one', async () => {
    const { user, organizationId, elsewhere } = await member(['organizations:write']);
    const token = await tokenOf(user.username);
    const rename = (id: string) =>
      send(token, `/api/organizations/${id}`, { method: 'PATCH', body: JSON.stringify({ name: 'New' }) });
    expect([(await rename(organizationId)).status, (await rename(elsewhere)).status]).toEqual([200, 403]);
    const document = `mutation ($id: ID!) { updateOrganization(input: { organizationId: $id, name: "Newer" }) { organization { name } } }`;
    const { body } = await graphql(token, document, { id: organizationId });
    expect(body).toEqual({ data: { updateOrganization: { organization: { name: 'Newer' } } } });
    expect((await graphql(token, document, { id: elsewhere })).body.errors[0].extensions.code).toBe('FORBIDDEN');
  });

  it('loses every permission with the role, for the same token', async () => {
    const { user, organizationId, organizationRoleId } = await member(['organizations:read']);
    const token = await tokenOf(user.username);
    expect((await send(token, `/api/organizations/${organizationId}`)).status).toBe(200);
    await issuer.database.prisma.organizationUserRole.deleteMany({ where: { organizationRoleId } });
    expect((await send(token, `/api/organizations/${organizationId}`)).status).toBe(403);
  });
});

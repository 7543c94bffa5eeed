import { decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, createApp } from '../../src/app/create.ts';
import { readConfig } from '../../src/config.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { permissionNames } from '../../src/vocabulary/permissions.ts';
import type { Data } from './api.ts';
import { type OwnDatabase, ownDatabase } from '../support/servers/database.ts';

let database: OwnDatabase;
let app: App;
beforeAll(async () => {
  database = await ownDatabase();
  const env = {
    DATABASE_URL: database.url,
    SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
    PORT: '0',
    HOST: '127.0.0.1',
  };
  app = await createApp(readConfig(env), { logger: createLogger('error', { write: () => {} }) });
  app.listen();
});
afterAll(async () => {
  await app.close();
  await database.drop();
});

interface Answer {
  status: number;
  data: Data;
  codes: string[];
}

async function call(query: string, variables: object, token?: string): Promise<Answer> {
  const response = await fetch(`${app.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors = [] } = (await response.json()) as { data: Data; errors?: { extensions: { code: string } }[] };
  return { status: response.status, data, codes: errors.map(({ extensions }) => extensions.code) };
}

interface Credentials {
  id: string;
  secret: string;
}

async function tokenOf({ id, secret }: Credentials, resource: string, scope?: string): Promise<string> {
  const response = await fetch(`${app.url}/oidc/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', resource, ...(scope && { scope }) }),
  });
  const body = (await response.json()) as { access_token?: string };
  if (!body.access_token) throw new Error(JSON.stringify(body));
  return body.access_token;
}

const first = (): Credentials => {
  const { firstStart } = app.services;
  return { id: firstStart?.clientId ?? '', secret: firstStart?.clientSecret ?? '' };
};
const admin = () => tokenOf(first(), app.config.managementResource);

/** An application with a secret and a role that holds these scopes. */
async function makeApplication(name: string, scopeIds: string[]): Promise<Credentials & { roleId: string }> {
  const token = await admin();
  const make = `mutation ($name: String!, $scopeIds: [ID!]!) {
    createApplication(input: { name: $name, type: MACHINE_TO_MACHINE }) { application { id } }
    createRole(input: { name: $name, scopeIds: $scopeIds }) { role { id } }
  }`;
  const made = await call(make, { name, scopeIds }, token);
  const { id } = made.data.createApplication.application;
  const roleId: string = made.data.createRole.role.id;
  const link = `mutation ($id: ID!, $roleIds: [ID!]!) {
    addApplicationSecret(input: { applicationId: $id, name: "first" }) { secret }
    assignApplicationRoles(input: { applicationId: $id, roleIds: $roleIds }) { application { id } }
  }`;
  const linked = await call(link, { id, roleIds: [roleId] }, token);
  return { id, secret: linked.data.addApplicationSecret.secret, roleId };
}

async function permissionScope(name: string): Promise<string> {
  const scope = await app.services.database.prisma.scope.findFirstOrThrow({
    where: { name, resource: { isBuiltIn: true } },
  });
  return scope.id;
}

describe('with tokens of the issuer', () => {
  it('the first application has every permission through its roles', async () => {
    const { data, codes } = await call('{ viewer { kind id permissions application { name } } }', {}, await admin());
    expect(codes).toEqual([]);
    expect(data.viewer).toMatchObject({ kind: 'APPLICATION', id: first().id });
    expect(data.viewer.permissions).toHaveLength(permissionNames.length);
  });

  it('a token carries the requested scopes only', async () => {
    const token = await tokenOf(first(), app.config.managementResource, 'users:read');
    expect((await call('{ users { totalCount } }', {}, token)).data.users.totalCount).toBe(1);
    expect((await call('{ roles { totalCount } }', {}, token)).codes).toEqual(['FORBIDDEN']);
    expect((await call('mutation { createUser(input: {}) { user { id } } }', {}, token)).codes).toEqual(['FORBIDDEN']);
  });

  it('a GraphQL mutation has the application as its actor and the request as its cause', async () => {
    const token = await admin();
    const response = await call(
      'mutation { createOrganization(input: { name: "Acme" }) { organization { id } } }',
      {},
      token,
    );
    const { id } = response.data.createOrganization.organization;
    const events =
      'query ($id: ID!) { events(filter: { subjectId: $id }) { nodes { typeName actor { kind id } cause { operation channel } } } }';
    expect((await call(events, { id }, token)).data.events.nodes).toEqual([
      {
        typeName: 'Organization.Created',
        actor: { kind: 'APPLICATION', id: first().id },
        cause: { operation: 'createOrganization', channel: 'GRAPHQL' },
      },
    ]);
  });

  it('a token for another API resource is UNAUTHENTICATED', async () => {
    const make = `mutation { createApiResource(input: { name: "Other", indicator: "https://other.example.com" }) { apiResource { id } } }`;
    const { id } = (await call(make, {}, await admin())).data.createApiResource.apiResource;
    const scope =
      'mutation ($id: ID!) { createScope(input: { apiResourceId: $id, name: "users:read" }) { scope { id } } }';
    const scopeId: string = (await call(scope, { id }, await admin())).data.createScope.scope.id;
    const other = await makeApplication('Other API only', [scopeId]);
    const answer = await call('{ users { totalCount } }', {}, await tokenOf(other, 'https://other.example.com'));
    expect([answer.status, answer.codes, answer.data]).toEqual([401, ['UNAUTHENTICATED'], undefined]);
  });

  it('an altered or malformed token is UNAUTHENTICATED', async () => {
    const token = await admin();
    const [head = '', , signature = ''] = token.split('.');
    const claims = Buffer.from(
      JSON.stringify({ sub: first().id, aud: app.config.managementResource, exp: 4e9 }),
    ).toString('base64url');
    for (const wrong of [`${head}.${claims}.${signature}`, `${token}x`, token.slice(0, -1), 'x', `${token} ${token}`]) {
      expect((await call('{ viewer { id } }', {}, wrong)).codes).toEqual(['UNAUTHENTICATED']);
    }
  });

  it('removing a scope from a role and suspending an application take effect on issued tokens at once', async () => {
    const scopeId = await permissionScope('users:read');
    const reader = await makeApplication('Reader', [scopeId]);
    const token = await tokenOf(reader, app.config.managementResource);
    expect((await call('{ users { totalCount } }', {}, token)).codes).toEqual([]);
    const remove =
      'mutation ($id: ID!, $scopeId: ID!) { removeRoleScope(input: { roleId: $id, scopeId: $scopeId }) { role { id } } }';
    await call(remove, { id: reader.roleId, scopeId }, await admin());
    expect((await call('{ users { totalCount } }', {}, token)).codes).toEqual(['FORBIDDEN']);
    const suspend =
      'mutation ($id: ID!) { setApplicationSuspended(input: { applicationId: $id, isSuspended: true }) { application { id } } }';
    await call(suspend, { id: reader.id }, await admin());
    expect((await call('{ viewer { id } }', {}, token)).codes).toEqual(['UNAUTHENTICATED']);
  });

  it('withdrawing a signing key ends the subscriptions and requests of its tokens', async () => {
    const token = await admin();
    const stream = await fetch(`${app.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query: 'subscription { events { __typename } }' }),
    });
    expect(stream.status).toBe(200);
    const retire =
      'mutation ($id: ID!) { retireSigningKey(input: { signingKeyId: $id }) { signingKey { id state } retirement { state } } }';
    const id = decodeProtectedHeader(token).kid ?? '';
    const { data } = await call(retire, { id }, token);
    expect(data.retireSigningKey).toMatchObject({ signingKey: { state: 'CURRENT' }, retirement: { state: 'CURRENT' } });
    expect(await stream.text()).toContain('UNAUTHENTICATED');
    expect((await call('{ viewer { id } }', {}, token)).codes).toEqual(['UNAUTHENTICATED']);
    const fresh = await admin();
    expect(decodeProtectedHeader(fresh).kid).toBe(data.retireSigningKey.signingKey.id);
    expect((await call('{ viewer { id } }', {}, fresh)).codes).toEqual([]);
  });

  it("responses have the platform's common headers", async () => {
    const { headers } = await fetch(`${app.url}/graphql?query={__typename}`);
    expect(headers.get('content-type')).toContain('json');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-request-id')).toMatch(/^req_/);
  });

  it('a request without a token is UNAUTHENTICATED on every field', async () => {
    const answer = await call('{ viewer { id } users { totalCount } node(id: "x") { id } }', {});
    expect(new Set(answer.codes)).toEqual(new Set(['UNAUTHENTICATED']));
    expect(answer.data).toEqual({ viewer: null, users: null, node: null });
  });
});

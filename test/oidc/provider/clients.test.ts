import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import * as client from 'openid-client';
import { beforeAll, describe, expect, test } from 'vitest';
import { Visitor } from '../../support/browsers/browser.ts';
import { addApplication, addResource, addUser, startIssuer } from '../../support/issuer.ts';
import { perFile } from '../../support/per-file.ts';
import { redirectUri, refusal, relyingParty } from '../../support/browsers/relying-party.ts';

const api = 'https://api.example/orders';
const issuer = perFile(startIssuer);
let user: Awaited<ReturnType<typeof addUser>>;
let resource: Awaited<ReturnType<typeof addResource>>;

beforeAll(async () => {
  resource = await addResource(issuer.database.prisma, api, ['read', 'write']);
  user = await addUser(issuer.database.prisma, { scopeIds: resource.scopeIds });
});

type Data = Parameters<typeof addApplication>[2];
const web = (data: Data = {}) =>
  addApplication(issuer.database.prisma, 'TRADITIONAL_WEB', { redirectUris: [redirectUri], ...data });
const update = (id: string, data: object) =>
  issuer.database.prisma.application.update({ where: { id }, data: { ...data, version: { increment: 1 } } });

async function token(parameters: Record<string, string>, headers: Record<string, string> = {}) {
  const response = await fetch(`${issuer.issuer}/token`, {
    method: 'POST',
    headers,
    body: new URLSearchParams(parameters),
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  };
}
const basic = (id: string, secret: string) => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;

describe('client authentication', () => {
  test('accepts a secret by Basic and in the body (RFC 6749 §2.3.1)', async () => {
    const application = await web();
    for (const method of [client.ClientSecretBasic, client.ClientSecretPost]) {
      const party = await relyingParty(issuer.issuer, application, method(application.clientSecret));
      expect((await party.signIn(user.username)).tokens.id_token).toBeTypeOf('string');
    }
  });

  test('accepts any of several unexpired secrets', async () => {
    const { prisma } = issuer.database;
    const application = await web();
    const other = await web();
    const moved = await prisma.applicationSecret.findFirstOrThrow({ where: { applicationId: other.id } });
    await prisma.applicationSecret.update({
      where: { id: moved.id },
      data: { applicationId: application.id, name: 'second' },
    });
    await update(application.id, {});
    const grant = { grant_type: 'client_credentials', resource: api };
    for (const { clientSecret } of [application, other]) {
      const { status } = await token(grant, { authorization: basic(application.id, clientSecret) });
      expect(status).toBe(200);
    }
    await prisma.applicationSecret.update({
      where: { id: moved.id },
      data: { expiresAt: new Date(Date.now() - 1000) },
    });
    await update(application.id, {});
    expect((await token(grant, { authorization: basic(application.id, other.clientSecret) })).status).toBe(401);
    expect((await token(grant, { authorization: basic(application.id, application.clientSecret) })).status).toBe(200);
  });

  test('gives identical responses to an unknown client and a wrong secret', async () => {
    const application = await web();
    const unknown = 'app_01m7yhp35ye05855bmx918jx4q';
    const parameters = { grant_type: 'client_credentials', resource: api };
    const seen = new Set<string>();
    for (const [id, secret] of [
      [unknown, 'x'],
      [application.id, 'x'],
      ['unknown', 'x'],
      [application.id, `${application.clientSecret}x`],
    ] as const) {
      for (const answer of [
        await token(parameters, { authorization: basic(id, secret) }),
        await token({ ...parameters, client_id: id, client_secret: secret }),
      ]) {
        expect(answer.status).toBe(401);
        expect(answer.headers.get('www-authenticate')).toMatch(/^Basic realm=/);
        seen.add(JSON.stringify(answer.body));
      }
    }
    expect([...seen]).toEqual(['{"error":"invalid_client","error_description":"client authentication failed"}']);
  });

  test('accepts private_key_jwt from an application with keys, and then no secret (RFC 7523)', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256');
    const jwk: JWK = { ...(await exportJWK(publicKey)), kid: 'k1', use: 'sig', alg: 'ES256' };
    const application = await web({ jwks: { keys: [jwk] } as never });
    const party = await relyingParty(issuer.issuer, application, client.PrivateKeyJwt({ key: privateKey, kid: 'k1' }));
    expect((await party.signIn(user.username)).tokens.id_token).toBeTypeOf('string');
    const withSecret = await token(
      { grant_type: 'client_credentials', resource: api },
      { authorization: basic(application.id, application.clientSecret) },
    );
    expect(withSecret.status).toBe(401);
  });

  test('accepts a client assertion once, also if it is sent several times at once', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256');
    const application = await web({ jwks: { keys: [await exportJWK(publicKey)] } as never });
    const assertion = (jti: string) =>
      new SignJWT({ jti })
        .setProtectedHeader({ alg: 'ES256' })
        .setIssuer(application.id)
        .setSubject(application.id)
        .setAudience(issuer.issuer)
        .setIssuedAt()
        .setExpirationTime('1m')
        .sign(privateKey);
    const ask = async (jti: string) =>
      token({
        grant_type: 'client_credentials',
        resource: api,
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: await assertion(jti),
      });
    for (const jti of ['one', 'two', 'three\u0000', '\ud800']) {
      const answers = await Promise.all([ask(jti), ask(jti), ask(jti), ask(jti)]);
      const accepted = answers.filter(({ status }) => status === 200).length;
      expect([jti, accepted, answers.length - accepted]).toEqual([jti, 1, 3]);
    }
  });

  test('refuses an assertion for a client id that PostgreSQL would refuse', async () => {
    const header = Buffer.from('{"alg":"ES256"}').toString('base64url');
    const payload = Buffer.from(JSON.stringify({ sub: 'app_\u0000', iss: 'app_\u0000' })).toString('base64url');
    const { status, body } = await token({
      grant_type: 'client_credentials',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: `${header}.${payload}.AAAA`,
    });
    expect([status, body['error']]).toEqual([401, 'invalid_client']);
  });

  test('does not let a public application act as a confidential one', async () => {
    const spa = await addApplication(issuer.database.prisma, 'SINGLE_PAGE', { redirectUris: [redirectUri] });
    const { status, body } = await token({ grant_type: 'client_credentials', client_id: spa.id, resource: api });
    expect([status, body['error']]).toEqual([400, 'unauthorized_client']);
  });

  test('does not let a service use grants that involve a user (RFC 6749 §5.2)', async () => {
    const service = await addApplication(issuer.database.prisma, 'MACHINE_TO_MACHINE');
    const { status, body } = await token(
      { grant_type: 'authorization_code', code: 'x', redirect_uri: redirectUri },
      { authorization: basic(service.id, service.clientSecret) },
    );
    expect([status, body['error']]).toEqual([400, 'unauthorized_client']);
  });
});

describe('the grants of an application', () => {
  test('an application without REFRESH_TOKEN gets no refresh token, and those that it has end', async () => {
    const application = await web();
    const party = await relyingParty(issuer.issuer, application);
    const { tokens } = await party.signIn(user.username, { scope: 'openid offline_access', prompt: 'consent' });
    expect(tokens.refresh_token).toBeTypeOf('string');
    await update(application.id, { grantTypes: ['AUTHORIZATION_CODE'] });
    const refreshed = client.refreshTokenGrant(party.config, tokens.refresh_token ?? '');
    expect(await refusal(refreshed)).toMatchObject({ error: 'unauthorized_client' });
    expect((await party.signIn(user.username)).tokens.refresh_token).toBeUndefined();
  });

  test('an application without CLIENT_CREDENTIALS cannot use them from the next request on', async () => {
    const application = await web();
    const headers = { authorization: basic(application.id, application.clientSecret) };
    const ask = () => token({ grant_type: 'client_credentials', resource: api }, headers);
    expect((await ask()).status).toBe(200);
    await update(application.id, { grantTypes: ['AUTHORIZATION_CODE'] });
    const { status, body } = await ask();
    expect([status, body['error']]).toEqual([400, 'unauthorized_client']);
  });

  test('an application without AUTHORIZATION_CODE has its authorization requests refused', async () => {
    const application = await web({ grantTypes: ['CLIENT_CREDENTIALS'] });
    const query = new URLSearchParams({ client_id: application.id, redirect_uri: redirectUri, response_type: 'code' });
    const response = await fetch(`${issuer.issuer}/auth?${query}`, { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([400, null]);
  });
});

describe('a change of an application', () => {
  test('applies to its secrets and redirect addresses from the next request on', async () => {
    const application = await web();
    const party = await relyingParty(issuer.issuer, application);
    await party.signIn(user.username);
    await update(application.id, { redirectUris: ['https://app.example/other'] });
    const step = await new Visitor().follow((await party.start()).url, issuer.publicUrl);
    expect('response' in step && step.response.status).toBe(400);
    await update(application.id, { redirectUris: [redirectUri] });
    const { tokens } = await party.signIn(user.username);
    await issuer.database.prisma.applicationSecret.deleteMany({ where: { applicationId: application.id } });
    const refreshed = client.refreshTokenGrant(party.config, tokens.refresh_token ?? '');
    expect(await refusal(refreshed)).toMatchObject({ error: 'invalid_client' });
  });

  const ends = [
    ['suspension', () => ({ suspendedAt: issuer.clock.now() })],
    ['expiry', () => ({ expiresAt: issuer.clock.now() })],
  ] as const;

  test.each(ends)('its %s makes it unknown to every endpoint', async (_title, end) => {
    const application = await web();
    const party = await relyingParty(issuer.issuer, application);
    const { tokens, visitor } = await party.signIn(user.username);
    const introspection = () => client.tokenIntrospection(party.config, tokens.access_token);
    expect(await introspection()).toMatchObject({ active: true });
    await update(application.id, end());
    expect(await refusal(introspection())).toMatchObject({ error: 'invalid_client' });
    const step = await visitor.follow((await party.start()).url, issuer.publicUrl);
    expect('response' in step && step.response.status).toBe(400);
    const refreshed = client.refreshTokenGrant(party.config, tokens.refresh_token ?? '');
    expect(await refusal(refreshed)).toMatchObject({ error: 'invalid_client' });
    const userinfo = await fetch(`${issuer.issuer}/me`, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    expect(userinfo.status).toBe(401);
  });

  test.each(ends)('its %s during a sign-in ends the sign-in', async (_title, end) => {
    const application = await web();
    const party = await relyingParty(issuer.issuer, application);
    const visitor = new Visitor();
    const step = await visitor.follow((await party.start()).url, issuer.publicUrl);
    if ('left' in step) throw new Error('no page');
    await update(application.id, end());
    expect((await visitor.fetch(step.url)).status).toBe(410);
  });
});

test('no request of this file caused an internal error', () => {
  expect(issuer.faults).toEqual([]);
});

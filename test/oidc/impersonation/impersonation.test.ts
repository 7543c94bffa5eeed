import { describe, expect, test } from 'vitest';
import { impersonationTokenType } from '../../../src/vocabulary/token-exchange.ts';
import { ledgerRows } from '../exchange/ledger/ledger-rows.ts';
import { accessTokenType } from '../../support/exchanges/token-requests.ts';
import { claimsIn, orders, reason, startImpersonations, stock } from './impersonations.ts';

const fixture = await startImpersonations();
/** The scopes that Ada holds on the API of orders, in any organization. */
const held = 'orders:list orders:read orders:write';
const { endpoint, records, desk, support, prisma, ask, start, exchange, subjectToken, introspect } = fixture;

describe('a token that an administrator has prepared', () => {
  test('is exchanged for an access token of the user, in which the application and the administrator act', async () => {
    const { status, json } = await start({ scope: 'orders:read orders:delete' });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      token_type: 'Bearer',
      issued_token_type: accessTokenType,
      scope: 'orders:read',
      expires_in: 900,
    });
    expect(claimsIn(json.access_token)).toMatchObject({
      sub: records.ada.id,
      client_id: desk.id,
      aud: orders,
      act: { sub: desk.id, act: { sub: support.id } },
      scope: 'orders:read',
    });
  });

  test('gives no session and no sign-in: the token states neither', async () => {
    const { json } = await start();
    const claims = claimsIn(json.access_token);
    expect(claims).toMatchObject({ grant_id: expect.any(String), txn: claims['jti'] });
    for (const claim of ['session_id', 'acr', 'amr', 'auth_time']) expect(claims).not.toHaveProperty(claim);
    expect(json).not.toHaveProperty('refresh_token');
  });

  test('gives all scopes of the user without `scope`, and none of the administrator', async () => {
    const { json } = await start();
    expect(json['scope']).toBe(held);
    const { json: refused } = await start({ scope: 'orders:delete' });
    expect(refused).toMatchObject({ error: 'invalid_scope' });
  });

  test('is used once: of concurrent requests, one wins', async () => {
    const subject_token = await subjectToken();
    const fields = { subject_token, subject_token_type: impersonationTokenType };
    const answers = await Promise.all((['on', 'off', 'on', 'off'] as const).map((path) => ask(desk, fields, path)));
    const refused = answers.filter(({ status }) => status === 400).map(({ json }) => json.error_description);
    expect([answers.filter(({ status }) => status === 200).length, refused.length]).toEqual([1, 3]);
    expect(new Set(refused)).toEqual(new Set(['the subject token is unknown, has expired or was used']));
  });

  test('is not used by a request that is refused', async () => {
    const fields = { subject_token: await subjectToken(), subject_token_type: impersonationTokenType };
    const { json } = await ask(desk, { ...fields, resource: 'https://nowhere.example' });
    expect(json.error).toBe('invalid_target');
    expect((await ask(desk, fields)).status).toBe(200);
  });

  test.each([
    ['an unknown one', 'subj_01h455vb4pex5vsknk084sn02q.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'],
    ['a malformed one', 'none'],
    ['an access token', fixture.ordinary],
  ])('is refused in the same words as %s', async (_what, subject_token) => {
    const { status, json } = await ask(desk, { subject_token, subject_token_type: impersonationTokenType });
    expect(status).toBe(400);
    expect(json).toEqual({
      error: 'invalid_request',
      error_description: 'the subject token is unknown, has expired or was used',
    });
  });

  test('is refused with another secret, or once it has expired', async () => {
    const text = await subjectToken({ expiresIn: 60 });
    const other = `${text.slice(0, -4)}${text.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`;
    const refused = { error_description: 'the subject token is unknown, has expired or was used' };
    const fields = { subject_token_type: impersonationTokenType };
    expect((await ask(desk, { ...fields, subject_token: other })).json).toMatchObject(refused);
    endpoint.advance(60);
    expect((await ask(desk, { ...fields, subject_token: text })).json).toMatchObject(refused);
  });

  test('is stored as a hash', async () => {
    const text = await subjectToken();
    const { rows } = await endpoint.app.services.database.pool.query<{ row: string }>(
      'SELECT subject_tokens::text AS row FROM subject_tokens',
    );
    const secret = text.split('.')[1] ?? '';
    expect(rows.some(({ row }) => row.includes(text.split('.')[0] ?? ''))).toBe(true);
    for (const { row } of rows) {
      expect(row).not.toContain(secret);
      expect(row).not.toContain(Buffer.from(secret).toString('hex'));
    }
  });

  test.each([
    ['with an actor token', { actor_token: fixture.ordinary, actor_token_type: accessTokenType }, 'invalid_request'],
    ['without a resource', { resource: undefined }, 'invalid_request'],
    ['for several resources', { resource: [orders, stock] }, 'invalid_target'],
    ['for an organization of which the user is no member', { organization_id: records.initech }, 'access_denied'],
  ])('is refused %s', async (_how, fields, error) => {
    const { status, json } = await start(fields);
    expect([status, json.error]).toEqual([400, error]);
  });

  test('is confined to an organization, if the request names one', async () => {
    const { json } = await start({ organization_id: records.globex });
    expect(claimsIn(json.access_token)).toMatchObject({
      organization_id: records.globex,
      scope: 'orders:list orders:read orders:write',
    });
  });
});

describe('an application', () => {
  const fields = async () => ({ subject_token: await subjectToken(), subject_token_type: impersonationTokenType });

  test('needs its own switch besides that of token exchange', async () => {
    const { status, json } = await ask(records.backend, await fields());
    expect(status).toBe(400);
    expect(json).toEqual({
      error: 'unauthorized_client',
      error_description: 'impersonation is not allowed for this application',
    });
  });

  test('learns nothing about a token without the switch', async () => {
    const { json } = await ask(records.backend, { ...(await fields()), subject_token: 'none' });
    expect(json.error).toBe('unauthorized_client');
  });

  test('needs token exchange as well', async () => {
    const update = (tokenExchangeAllowed: boolean) =>
      prisma.application.update({ where: { id: desk.id }, data: { tokenExchangeAllowed, version: { increment: 1 } } });
    const request = await fields();
    await update(false);
    expect((await ask(desk, request)).json).toMatchObject({
      error_description: 'token exchange is not allowed for this application',
    });
    await update(true);
  });

  test.each(['browser', 'partner'] as const)('is refused if it is public or of a third party: %s', async (name) => {
    const client = records[name];
    await prisma.application.update({ where: { id: client.id }, data: { impersonationAllowed: true } });
    const { json } = await ask(client, await fields());
    expect(json.error).toMatch(/^(invalid_client|unauthorized_client)$/);
  });

  test('has its rules about targets and organizations, not those about tokens and sign-ins', async () => {
    const rules = {
      subjectAudience: 'SERVED',
      scopeRule: 'NEVER_WIDER',
      maxAuthenticationAge: 60,
      requiredAcr: 'urn:mandate:level:2',
    };
    const update = (data: object) => prisma.application.update({ where: { id: desk.id }, data });
    await update(rules);
    expect((await start()).json['scope']).toBe(held);
    await update({ targetsRestricted: true });
    expect((await start()).json.error).toBe('invalid_target');
    const target = { applicationId: desk.id, apiResourceId: records.orders.id, scopes: ['orders:list'] };
    await prisma.applicationTarget.create({ data: target });
    expect((await start()).json['scope']).toBe('orders:list');
    await update({ organizationRule: 'REQUIRED' });
    expect((await start()).json).toMatchObject({ error: 'invalid_request' });
    await prisma.applicationTarget.deleteMany({ where: { applicationId: desk.id } });
    await update({
      subjectAudience: 'ANY',
      scopeRule: 'HELD',
      maxAuthenticationAge: null,
      requiredAcr: null,
      targetsRestricted: false,
      organizationRule: 'OPTIONAL',
    });
  });
});

describe('a token of an impersonation', () => {
  test('is exchanged by other applications on both paths, with the whole chain, until it expires itself', async () => {
    const { json } = await start();
    const first = claimsIn(json.access_token);
    endpoint.advance(300);
    for (const path of ['on', 'off'] as const) {
      const second = await exchange(records.backend, json.access_token, { scope: 'orders:read' }, path);
      expect(claimsIn(second.json.access_token)).toMatchObject({
        sub: records.ada.id,
        act: { sub: records.backend.id, act: { sub: desk.id, act: { sub: support.id } } },
        txn: first['jti'],
        exp: first['exp'],
        grant_client_id: desk.id,
      });
      const third = await exchange(records.secondBackend, second.json.access_token, {}, path);
      expect(third.json['scope']).toBe(held);
      const act = { sub: records.secondBackend.id, act: claimsIn(second.json.access_token)['act'] };
      expect(claimsIn(third.json.access_token)).toMatchObject({ act });
    }
  });

  test('passes through four applications at most: the administrator is none', async () => {
    const { json } = await start();
    let token = json.access_token;
    for (const client of [records.backend, records.secondBackend, records.webBackend])
      token = (await exchange(client, token)).json.access_token;
    expect(token).toBeDefined();
    const { json: refused } = await exchange(records.backend, token);
    expect(refused.error_description).toBe('the subject token was exchanged 4 times already');
  });

  test('is active at introspection, which names who acts', async () => {
    const { json } = await start();
    expect(await introspect(desk, json.access_token)).toMatchObject({
      active: true,
      sub: records.ada.id,
      act: { sub: desk.id, act: { sub: support.id } },
    });
  });

  test('has a row of the ledger with the administrator, over a delegation that names none', async () => {
    const { json } = await start();
    await exchange(records.backend, json.access_token);
    const rows = await ledgerRows(fixture);
    const first = rows.find(({ id }) => id === claimsIn(json.access_token)['jti']);
    const second = rows.find((row) => row['parent'] === first?.id);
    expect(first).toMatchObject({
      id: claimsIn(json.access_token)['jti'],
      user_id: records.ada.id,
      impersonator_id: support.id,
      application_id: desk.id,
      subject_application_id: desk.id,
      chain: 'impersonation',
    });
    expect(second).toMatchObject({
      impersonator_id: support.id,
      application_id: records.backend.id,
      chain: `${desk.id} impersonation`,
      parent: claimsIn(json.access_token)['jti'],
    });
    const refused = rows.filter((row) => row.reason === 'IMPERSONATION_TOKEN_INVALID');
    expect(refused.length).toBeGreaterThan(0);
  });
});

test('the beginning is an event with both, the application and the reason, and without a secret', async () => {
  const text = await subjectToken();
  const { json } = await ask(desk, { subject_token: text, subject_token_type: impersonationTokenType });
  const [prepared] = (await fixture.events('User.Impersonation.Prepared')).slice(-1);
  expect(prepared).toMatchObject({
    subjectId: records.ada.id,
    actor: { kind: 'user', id: support.id },
    data: { administratorId: support.id, reason, expiresAt: expect.any(String) },
  });
  const [started] = (await fixture.events('User.Impersonation.Started')).slice(-1);
  expect(started).toMatchObject({
    subjectId: records.ada.id,
    actor: { kind: 'application', id: desk.id },
    cause: { channel: 'oidc' },
    data: {
      administratorId: support.id,
      applicationId: desk.id,
      reason,
      grantId: claimsIn(json.access_token)['grant_id'],
    },
  });
  const secret = text.split('.')[1] ?? '';
  expect(JSON.stringify([prepared?.data, started?.data, started?.cause])).not.toContain(secret);
  expect(endpoint.faults).toEqual([]);
});

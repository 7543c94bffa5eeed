import { describe, expect, test } from 'vitest';
import { permissionNames } from '../../src/vocabulary/permissions.ts';
import { impersonationTokenType } from '../../src/vocabulary/token-exchange.ts';
import { claimsIn, startImpersonations } from '../oidc/impersonation/impersonations.ts';
import { addApplication, addUser } from '../support/issuer.ts';
import {
  accessTokenType,
  basic,
  exchangeGrant,
  form,
  formHeaders,
  sendTokenRequest,
} from '../support/exchanges/token-requests.ts';
import { sized, times } from './people.ts';

/** Attacks on impersonation: by an administrator, and by who steals a token of one. Grace acts as Ada, Eve attacks. */
const fixture = await startImpersonations();
const { endpoint, records, desk, support, prisma, ask, start, exchange, subjectToken, introspect, graphql } = fixture;
const { managementResource, accountResource } = endpoint.app.config;
const unknown = {
  error: 'invalid_request',
  error_description: 'the subject token is unknown, has expired or was used',
};
const ofOther = {
  error: 'invalid_request',
  error_description: 'the actor token is of another user than the subject token',
};
const asSubject = (subject_token: string) => ({ subject_token, subject_token_type: impersonationTokenType });
const codeOf = ({ errors }: Awaited<ReturnType<typeof graphql>>) => errors?.[0]?.extensions.code;
const everything = await fixture.managing(permissionNames.join(' '));
const mutate = (name: string, input: object, token = everything) =>
  graphql(
    token,
    `mutation ($input: ${name.charAt(0).toUpperCase()}${name.slice(1)}Input!) {
      ${name}(input: $input) { events { typeName } }
    }`,
    { input },
  );
const otherDesk = () =>
  addApplication(prisma, 'MACHINE_TO_MACHINE', { tokenExchangeAllowed: true, impersonationAllowed: true });

describe('I1: a subject token that was stolen', () => {
  test('gives nothing after its use, to the same or another application', async () => {
    const fields = asSubject(await subjectToken());
    expect((await ask(desk, fields)).status).toBe(200);
    const eve = await otherDesk();
    for (const client of [desk, eve])
      for (const path of ['on', 'off'] as const) expect((await ask(client, fields, path)).json).toEqual(unknown);
  });

  test('gives one token to many requests at the same time, of several applications in two processes', async () => {
    const fields = asSubject(await subjectToken());
    const clients = [desk, await otherDesk()];
    const grants = () => prisma.oidcRecord.count({ where: { model: 'Grant', impersonatorId: support.id } });
    const before = await grants();
    const answers = await times(sized(12, 100), (index) =>
      ask(clients[index % 2] ?? desk, fields, index % 4 < 2 ? 'on' : 'off'),
    );
    const granted = answers.filter(({ status }) => status === 200);
    expect(granted).toHaveLength(1);
    for (const { status, json } of answers) if (status !== 200) expect(json).toEqual(unknown);
    expect(await grants()).toBe(before + 1);
  });

  test('gives nothing to an application that does not authenticate, is public, of a third party or lacks the switch', async () => {
    const fields = asSubject(await subjectToken());
    // The database stores no switch for these two.
    const partner = await addApplication(prisma, 'TRADITIONAL_WEB', { isThirdParty: true });
    const page = await addApplication(prisma, 'SINGLE_PAGE');
    const plain = await addApplication(prisma, 'MACHINE_TO_MACHINE', { tokenExchangeAllowed: true });
    for (const client of [partner, plain]) expect((await ask(client, fields)).json.error).toBe('unauthorized_client');
    const body = form({
      grant_type: exchangeGrant,
      resource: 'https://orders.example/api',
      client_id: page.id,
      ...fields,
    });
    const open = await sendTokenRequest(endpoint.on, { headers: formHeaders, body });
    expect(open.json.error).toBe('unauthorized_client');
    expect((await ask({ ...desk, clientSecret: 'wrong' }, fields)).json.error).toBe('invalid_client');
    // None of these attempts has used it.
    expect((await ask(desk, fields)).status).toBe(200);
  });

  test('is no access token: no API, exchange or introspection accepts it, and no exchange as an actor', async () => {
    const text = await subjectToken();
    expect((await exchange(desk, text)).json.error).toBe('invalid_request');
    const { json } = await start();
    const actor = { actor_token: text, actor_token_type: accessTokenType };
    expect((await exchange(records.backend, json.access_token, actor)).json.error).toBe('invalid_request');
    const typed = { actor_token: text, actor_token_type: impersonationTokenType };
    expect((await exchange(records.backend, json.access_token, typed)).json.error).toBe('invalid_request');
    expect(await introspect(desk, text)).toEqual({ active: false });
    expect(codeOf(await graphql(text, '{ viewer { permissions } }'))).toBe('UNAUTHENTICATED');
    expect((await ask(desk, asSubject(text))).status).toBe(200);
  });

  test('belongs to one user: neither its id nor the secret of another one makes it another', async () => {
    const [own, other] = [await subjectToken(), await subjectToken({ userId: records.bob.id })];
    const [[id = ''], [, secret = '']] = [own.split('.'), other.split('.')];
    for (const text of [`${id}.${secret}`, id, secret, `${own}.`, ` ${own}`, `${own}\0`, own.toUpperCase()])
      expect((await ask(desk, asSubject(text))).json.error).toBe('invalid_request');
    expect(claimsIn((await ask(desk, asSubject(own))).json.access_token)).toMatchObject({ sub: records.ada.id });
    expect(claimsIn((await ask(desk, asSubject(other))).json.access_token)).toMatchObject({ sub: records.bob.id });
  });

  test('gives nothing once it has expired', async () => {
    const fields = asSubject(await subjectToken({ expiresIn: 60 }));
    endpoint.advance(61);
    expect((await ask(desk, fields)).json).toEqual(unknown);
  });

  test('gives nothing across a suspension of the administrator, which was lifted again', async () => {
    const fields = asSubject(await subjectToken());
    for (const isSuspended of [true, false])
      expect(codeOf(await mutate('setUserSuspended', { userId: support.id, isSuspended }))).toBeUndefined();
    expect((await ask(desk, fields)).json.error).toBe('access_denied');
  });

  test('gives nothing after the user was deleted', async () => {
    const victim = await addUser(prisma);
    const fields = asSubject(await subjectToken({ userId: victim.id }));
    await mutate('deleteUser', { userId: victim.id });
    expect((await ask(desk, fields)).json).toEqual(unknown);
  });
});

describe('I1: the switch of an application', () => {
  test('revives no token of an impersonation when it is turned off and on again', async () => {
    const { json } = await start();
    expect(await introspect(desk, json.access_token)).toMatchObject({ active: true });
    for (const impersonationAllowed of [false, true])
      expect(
        codeOf(await mutate('setApplicationImpersonation', { applicationId: desk.id, impersonationAllowed })),
      ).toBeUndefined();
    expect(await introspect(desk, json.access_token)).toEqual({ active: false });
    expect((await exchange(records.backend, json.access_token)).json.error).toBe('invalid_request');
  });

  test.each(permissionNames)('is turned on by no one who lacks a permission: %s', async (missing) => {
    const { id: applicationId } = await addApplication(prisma, 'MACHINE_TO_MACHINE', { tokenExchangeAllowed: true });
    const others = permissionNames.filter((name) => name !== missing).join(' ');
    const input = { applicationId, impersonationAllowed: true };
    expect(codeOf(await mutate('setApplicationImpersonation', input, await fixture.managing(others)))).toBe(
      'FORBIDDEN',
    );
    const stored = await prisma.application.findUniqueOrThrow({ where: { id: applicationId } });
    expect(stored.impersonationAllowed).toBe(false);
  });
});

describe('I1: an administrator', () => {
  test('reaches no third user through the one as whom they act: no second impersonation begins with its token', async () => {
    const { json } = await start();
    const token = json.access_token ?? '';
    expect((await ask(desk, asSubject(token))).json).toEqual(unknown);
    expect(codeOf(await fixture.prepare({ userId: records.bob.id }, token))).toBe('UNAUTHENTICATED');
    // As the actor of a second one neither.
    const actor = { actor_token: token, actor_token_type: accessTokenType };
    const refused = await ask(desk, { ...asSubject(await subjectToken({ userId: records.bob.id })), ...actor });
    expect(refused.json).toEqual({
      error: 'invalid_request',
      error_description: `actor_token must not be given with the type ${impersonationTokenType}`,
    });
    // Nor as the actor for an ordinary token of someone else.
    expect((await exchange(records.backend, fixture.ordinary, actor)).json).toEqual(ofOther);
  });

  test('acts as no one for a reason that is too long or no text', async () => {
    for (const reason of ['x'.repeat(1025), 'a\0b', '\ud800', '\u202e'.repeat(1025), { text: 'a' }, ['a'], 7])
      expect(codeOf(await fixture.prepare({ reason }))).toBe('BAD_USER_INPUT');
    expect(codeOf(await fixture.prepare({ reason: 'x'.repeat(1024) }))).toBeUndefined();
  });

  test('acts as no other administrator, not even one who was promoted in between', async () => {
    expect(codeOf(await fixture.prepare({ userId: fixture.administrator.id }))).toBe('FORBIDDEN');
    const rising = await addUser(prisma);
    const fields = asSubject(await subjectToken({ userId: rising.id }));
    const { roleId } = await prisma.userRole.findFirstOrThrow({ where: { userId: fixture.administrator.id } });
    await prisma.userRole.create({ data: { userId: rising.id, roleId } });
    expect((await ask(desk, fields)).json.error).toBe('access_denied');
  });
});

describe('I2, I3: a token of an impersonation', () => {
  test('opens neither the Account API nor the Management API, and is exchanged for neither', async () => {
    const { json } = await start();
    for (const resource of [managementResource, accountResource]) {
      expect((await start({ resource })).json.error).toBe('invalid_target');
      for (const path of ['on', 'off'] as const)
        expect((await exchange(fixture.trusted, json.access_token, { resource }, path)).json.error).toBe(
          'invalid_target',
        );
    }
    const headers = { authorization: `Bearer ${json.access_token}` };
    for (const path of ['/account/api/profile', '/account/api/export', '/api/users', '/oidc/me'])
      expect((await fetch(new URL(path, endpoint.on), { headers })).status).toBe(401);
  });

  test('is ended by no revocation request', async () => {
    const { json } = await start();
    const revoke = (client: { id: string; clientSecret: string }) =>
      fetch(endpoint.on.replace('/token', '/token/revocation'), {
        method: 'POST',
        headers: { ...formHeaders, authorization: basic(client) },
        body: form({ token: json.access_token }),
      });
    for (const client of [records.backend, desk]) {
      const response = await revoke(client);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ error: 'unsupported_token_type' });
    }
    expect(await introspect(desk, json.access_token)).toMatchObject({ active: true });
  });

  test('is of no use to who steals it as an actor token, without the subject of the same user', async () => {
    const { json } = await start();
    const actor = { actor_token: json.access_token, actor_token_type: accessTokenType };
    const ofBob = (await start({ ...asSubject(await subjectToken({ userId: records.bob.id })) })).json.access_token;
    expect((await exchange(records.backend, ofBob, actor)).json).toEqual(ofOther);
  });
});

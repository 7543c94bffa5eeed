import { describe, expect, test } from 'vitest';
import { createSubjectToken } from '../../../src/operations/users/create-subject-token.ts';
import { removeExpiredSubjectTokens } from '../../../src/store/impersonations/subject-tokens.ts';
import { impersonationTokenType } from '../../../src/vocabulary/token-exchange.ts';
import { addUser } from '../../support/issuer.ts';
import { claimsOf, mint, signInRecords } from '../../support/exchanges/token-endpoint.ts';
import { startImpersonations } from './impersonations.ts';

const fixture = await startImpersonations();
const { endpoint, records, desk, support, prisma, prepare, managingAs, scopeId, subjectToken, administrator } = fixture;

const codeOf = ({ errors }: Awaited<ReturnType<typeof prepare>>) => errors?.[0]?.extensions.code;
const fields = async () => ({ subject_token: await subjectToken(), subject_token_type: impersonationTokenType });

describe('who prepares to act as a user', () => {
  test('needs the permission', async () => {
    const other = await addUser(prisma, { scopeIds: [scopeId('users:write')] });
    expect(codeOf(await prepare({}, await managingAs(other.id, 'users:write users:impersonate')))).toBe('FORBIDDEN');
  });

  test('is a user: no application, whatever its permissions are', async () => {
    const message = 'Requires a user: an application cannot call it, not even for one.';
    const { clientId = '', clientSecret = '' } = endpoint.app.services.firstStart ?? {};
    const token = await fixture.ownToken({ id: clientId, clientSecret: clientSecret ?? '' });
    const answer = await prepare({}, token);
    expect(codeOf(answer)).toBe('FORBIDDEN');
    expect(answer.errors?.[0]?.message).toBe(message);
    // Nor by a token of a user that it has exchanged.
    const target = { resource: fixture.resource };
    const exchanged = await fixture.exchange(fixture.trusted, await managingAs(support.id), target);
    expect(exchanged.json.scope).toBe('users:impersonate');
    expect((await prepare({}, exchanged.json.access_token)).errors?.[0]?.message).toBe(message);
  });

  test('has signed in recently', async () => {
    const signedIn = await signInRecords(endpoint, support.id, records.shop.id);
    const claims = { ...claimsOf(endpoint, signedIn), acr: 'urn:mandate:level:1', auth_time: endpoint.now() - 901 };
    const late = await mint(endpoint, { ...claims, aud: fixture.resource, scope: 'users:impersonate' });
    expect(codeOf(await prepare({}, late))).toBe('INSUFFICIENT_USER_AUTHENTICATION');
  });

  test('is never the user', async () => {
    const answer = await prepare({ userId: support.id });
    expect(codeOf(answer)).toBe('BAD_USER_INPUT');
    expect(answer.errors?.[0]?.message).toContain('yourself');
  });

  test('holds each permission of the Management API that the user holds', async () => {
    expect(codeOf(await prepare({ userId: administrator.id }))).toBe('FORBIDDEN');
    const peer = await addUser(prisma, { scopeIds: [scopeId('users:impersonate')] });
    expect(codeOf(await prepare({ userId: peer.id }))).toBeUndefined();
  });

  test.each<[string, object, string]>([
    ['a user who does not exist', { userId: 'user_01h455vb4pex5vsknk084sn02z' }, 'NOT_FOUND'],
    ['a user who is suspended', { userId: records.sam.id }, 'CONFLICT'],
    ['no reason', { reason: ' ' }, 'BAD_USER_INPUT'],
    ['more than ten minutes', { expiresIn: 601 }, 'BAD_USER_INPUT'],
    ['less than a minute', { expiresIn: 59 }, 'BAD_USER_INPUT'],
  ])('is refused for %s', async (_what, input, code) => {
    const before = await prisma.subjectToken.count();
    expect(codeOf(await prepare(input))).toBe(code);
    expect(await prisma.subjectToken.count()).toBe(before);
  });

  test('gets at most 30 tokens an hour, besides dry runs', async () => {
    const busy = await addUser(prisma, { scopeIds: [scopeId('users:impersonate')] });
    const token = await managingAs(busy.id);
    const dryRun = `mutation ($input: CreateSubjectTokenInput!) {
      createSubjectToken(input: $input, dryRun: true) { expiresAt }
    }`;
    const input = { userId: records.ada.id, reason: 'Ticket 4711' };
    for (let count = 0; count < 31; count++)
      expect((await fixture.graphql(token, dryRun, { input })).errors).toBeUndefined();
    for (let count = 0; count < 30; count++) expect(codeOf(await prepare({}, token))).toBeUndefined();
    expect(codeOf(await prepare({}, token))).toBe('RATE_LIMITED');
    endpoint.advance(3600);
    expect(codeOf(await prepare({}, await managingAs(busy.id)))).toBeUndefined();
  });
});

describe('when the token is exchanged, the administrator', () => {
  const refused = { error: 'access_denied', error_description: 'the administrator may no longer act as this user' };

  test('still holds the permission', async () => {
    const request = await fields();
    const held = await prisma.userRole.findMany({ where: { userId: support.id } });
    await prisma.userRole.deleteMany({ where: { userId: support.id } });
    expect((await fixture.ask(desk, request)).json).toEqual(refused);
    await prisma.userRole.createMany({ data: held });
    // Nothing was used by the refusal.
    expect((await fixture.ask(desk, request)).status).toBe(200);
  });

  test('still holds all that the user holds by then', async () => {
    const request = await fields();
    const role = await prisma.roleScope.findFirstOrThrow({ where: { scopeId: scopeId('users:write') } });
    const link = { userId: records.ada.id, roleId: role.roleId };
    await prisma.userRole.create({ data: link });
    expect((await fixture.ask(desk, request)).json).toEqual(refused);
    await prisma.userRole.deleteMany({ where: link });
  });

  test('was not suspended or signed out everywhere meanwhile', async () => {
    const request = await fields();
    await prisma.user.update({ where: { id: support.id }, data: { sessionEpoch: { increment: 1 } } });
    expect((await fixture.ask(desk, request)).json).toEqual(refused);
  });

  test('was not signed out everywhere while the token was prepared, with an access token from before', async () => {
    const { execute, clock, ids } = endpoint.app.services;
    const { sessionEpoch } = await prisma.user.findUniqueOrThrow({ where: { id: support.id } });
    const permissions = new Set(['users:impersonate'] as const);
    const held = { permissions, organizations: new Map(), applicationIds: [], authenticatedAt: clock.now() };
    const preparedAt = async (epoch: number) => {
      const caller = () => Promise.resolve({ kind: 'user', id: support.id, ...held, sessionEpoch: epoch } as const);
      const origin = { requestId: ids.next('request'), channel: 'graphql' } as const;
      const { output } = await execute(createSubjectToken, caller, { userId: records.ada.id, reason: 'x' }, origin);
      return { subject_token: output.subjectToken, subject_token_type: impersonationTokenType };
    };
    expect((await fixture.ask(desk, await preparedAt(sessionEpoch - 1))).json).toEqual(refused);
    expect((await fixture.ask(desk, await preparedAt(sessionEpoch))).status).toBe(200);
  });

  test('was not signed out everywhere by the same request, before it prepared the token', async () => {
    const { id } = await addUser(prisma, { scopeIds: ['users:impersonate', 'users:write'].map(scopeId) });
    const token = await managingAs(id, 'users:impersonate users:write');
    const document = `mutation ($own: EndUserSessionsInput!, $input: CreateSubjectTokenInput!) {
      endUserSessions(input: $own) { user { id } }
      createSubjectToken(input: $input) { subjectToken }
    }`;
    const variables = { own: { userId: id }, input: { userId: records.ada.id, reason: 'Ticket 4711' } };
    // Of one request, the access token is read once.
    const { data, errors } = await fixture.graphql(token, document, variables);
    expect(errors).toBeUndefined();
    const { subjectToken: subject_token } = data.createSubjectToken;
    const request = { subject_token, subject_token_type: impersonationTokenType };
    expect((await fixture.ask(desk, request)).json).toEqual(refused);
  });

  test('finds the token useless if the user was signed out everywhere meanwhile', async () => {
    const request = await fields();
    await prisma.user.update({ where: { id: records.ada.id }, data: { sessionEpoch: { increment: 1 } } });
    expect((await fixture.ask(desk, request)).json).toMatchObject({ error: 'invalid_request' });
  });
});

describe('the user', () => {
  const messages = () => prisma.message.count({ where: { template: 'impersonated' } });
  const toAda = (emailVerifiedAt: Date | null) =>
    prisma.user.update({ where: { id: records.ada.id }, data: { email: 'ada@example.com', emailVerifiedAt } });

  test('gets a message at a verified address, unless the policy turns it off', async () => {
    await toAda(null);
    await fixture.start();
    expect(await messages()).toBe(0);
    await toAda(new Date());
    await fixture.start();
    expect(await messages()).toBe(1);
    await prisma.signInExperience.updateMany({ data: { policy: { impersonation: { notifies: false } } } });
    expect((await fixture.start()).status).toBe(200);
    expect(await messages()).toBe(1);
  });

  test('is acted as for as long as the policy sets, up to an hour', async () => {
    await prisma.signInExperience.updateMany({ data: { policy: { impersonation: { lifetimeSeconds: 3600 } } } });
    expect((await fixture.start()).json['expires_in']).toBe(3600);
    await prisma.signInExperience.updateMany({ data: { policy: {} } });
    expect((await fixture.start({ resource: 'https://stock.example' })).json['expires_in']).toBe(60);
  });
});

test('maintenance removes tokens that have expired', async () => {
  await subjectToken();
  const { database } = endpoint.app.services;
  const now = new Date(endpoint.now() * 1000);
  await removeExpiredSubjectTokens(database, now);
  expect(await prisma.subjectToken.count()).toBeGreaterThan(0);
  await removeExpiredSubjectTokens(database, new Date(now.getTime() + 601_000));
  expect(await prisma.subjectToken.count()).toBe(0);
});

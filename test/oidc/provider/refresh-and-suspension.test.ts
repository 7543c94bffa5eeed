import * as client from 'openid-client';
import { beforeAll, describe, expect, test } from 'vitest';
import { platformActor } from '../../../src/kernel/actor.ts';
import { setUserPassword } from '../../../src/operations/users/set-user-password.ts';
import { setUserSuspended } from '../../../src/operations/users/set-user-suspended.ts';
import { endApplication } from '../../../src/store/sessions/session-epochs.ts';
import { removeExpiredRecords } from '../../../src/store/sessions/oidc-records.ts';
import { Visitor } from '../../support/browsers/browser.ts';
import { addApplication, addResource, addUser, startIssuer } from '../../support/issuer.ts';
import { perFile } from '../../support/per-file.ts';
import {
  redirectUri,
  refusal,
  type RelyingParty,
  relyingParty,
  type Tokens,
} from '../../support/browsers/relying-party.ts';

const api = 'https://api.example/orders';
const origin = { requestId: 'req_test', channel: 'graphql' as const };
const issuer = perFile(startIssuer);
let web: RelyingParty;
let spa: RelyingParty;
let resource: Awaited<ReturnType<typeof addResource>>;

beforeAll(async () => {
  const { prisma } = issuer.database;
  resource = await addResource(prisma, api, ['read', 'write']);
  const redirectUris = [redirectUri];
  web = await relyingParty(issuer.issuer, await addApplication(prisma, 'TRADITIONAL_WEB', { redirectUris }));
  const browser = await addApplication(prisma, 'SINGLE_PAGE', { redirectUris });
  spa = await relyingParty(issuer.issuer, browser, client.None());
});

const person = () => addUser(issuer.database.prisma, { scopeIds: resource.scopeIds });
const refresh = (party: RelyingParty, tokens: Tokens, parameters?: Record<string, string>) =>
  client.refreshTokenGrant(party.config, tokens.refresh_token ?? '', parameters);
const isActive = async (party: RelyingParty, token = '') =>
  (await client.tokenIntrospection(party.config, token)).active;
const recordsOf = (userId: string) => issuer.database.prisma.oidcRecord.count({ where: { userId } });

describe('a refresh token', () => {
  test('gives new tokens and is rotated', async () => {
    const user = await person();
    for (const party of [web, spa]) {
      const { tokens } = await party.signIn(user.username, { scope: 'openid read', resource: api });
      const next = await refresh(party, tokens, { resource: api });
      expect(next).toMatchObject({ scope: 'read', expires_in: 3600 });
      expect(next.refresh_token).not.toBe(tokens.refresh_token);
    }
  });

  test('can be repeated for ten seconds, and is not active meanwhile', async () => {
    for (const party of [web, spa]) {
      const { tokens } = await party.signIn((await person()).username);
      const first = await refresh(party, tokens);
      issuer.advance(9);
      const second = await refresh(party, tokens);
      expect(second.refresh_token).not.toBe(first.refresh_token);
      if (party === web) {
        expect(await isActive(web, tokens.refresh_token)).toBe(false);
        for (const { access_token: token } of [first, second]) expect(await isActive(web, token)).toBe(true);
      }
      expect((await refresh(party, second)).access_token).toBeTypeOf('string');
    }
  });

  test('a token that is repeated later ends the whole grant (RFC 9700 §4.14.2)', async () => {
    for (const party of [web, spa]) {
      const { tokens } = await party.signIn((await person()).username);
      const next = await refresh(party, tokens);
      issuer.advance(9);
      const repeated = await refresh(party, tokens);
      issuer.advance(1);
      expect(await refusal(refresh(party, tokens))).toMatchObject({ error: 'invalid_grant' });
      if (party === web) expect(await isActive(web, next.access_token)).toBe(false);
      for (const other of [next, repeated]) {
        expect(await refusal(refresh(party, other))).toMatchObject({ error: 'invalid_grant' });
      }
    }
  });

  test('the successors of a token that was repeated count as one: who has the other one later ends the grant', async () => {
    const { tokens } = await spa.signIn((await person()).username);
    const [mine, stolen] = [await refresh(spa, tokens), await refresh(spa, tokens)];
    issuer.advance(3600);
    const next = await refresh(spa, mine);
    issuer.advance(10);
    expect(await refusal(refresh(spa, stolen))).toMatchObject({ error: 'invalid_grant' });
    expect(await refusal(refresh(spa, next))).toMatchObject({ error: 'invalid_grant' });
  });

  test('used several times at the same moment gives tokens each time, of which one goes on', async () => {
    for (let round = 0; round < 3; round++) {
      const { tokens } = await web.signIn((await person()).username);
      const given = await Promise.all([1, 2, 3, 4].map(() => refresh(web, tokens)));
      expect(new Set(given.map(({ refresh_token: token }) => token)).size).toBe(4);
      for (const { access_token: token } of given) expect(await isActive(web, token)).toBe(true);
      const [first, ...others] = await Promise.all(given.map((next) => refresh(web, next)));
      issuer.advance(10);
      expect(await refusal(refresh(web, given[3] ?? tokens))).toMatchObject({ error: 'invalid_grant' });
      for (const next of [first, ...others]) expect(await isActive(web, next?.access_token)).toBe(false);
    }
  });

  test('cannot be repeated once its grant has ended', async () => {
    const { tokens } = await web.signIn((await person()).username);
    const next = await refresh(web, tokens);
    await client.tokenRevocation(web.config, next.refresh_token ?? '');
    expect(await refusal(refresh(web, tokens))).toMatchObject({ error: 'invalid_grant' });
  });

  test('is repeated by its own client only', async () => {
    const { tokens } = await web.signIn((await person()).username);
    await refresh(web, tokens);
    expect(await refusal(refresh(spa, tokens))).toMatchObject({ error: 'invalid_grant' });
    expect((await refresh(web, tokens)).access_token).toBeTypeOf('string');
  });

  test('is refused to another application', async () => {
    const { tokens } = await web.signIn((await person()).username);
    expect(await refusal(refresh(spa, tokens))).toMatchObject({ error: 'invalid_grant' });
  });

  test('cannot widen the granted scope', async () => {
    const { tokens } = await web.signIn((await person()).username, { scope: 'openid read', resource: api });
    const wider = refresh(web, tokens, { scope: 'openid read write', resource: api });
    expect(await refusal(wider)).toMatchObject({ error: 'invalid_scope' });
    const elsewhere = refresh(web, tokens, { resource: 'https://nowhere.example' });
    expect(await refusal(elsewhere)).toMatchObject({ error: 'invalid_target' });
  });

  test('gives the scopes that the user holds at that time', async () => {
    const user = await addUser(issuer.database.prisma, { scopeIds: [resource.scopeIds[0] ?? ''] });
    const { tokens } = await web.signIn(user.username, { scope: 'openid read write', resource: api });
    expect(tokens.scope).toBe('read');
    const { prisma } = issuer.database;
    const { roleId } = await prisma.userRole.findFirstOrThrow({ where: { userId: user.id } });
    await prisma.roleScope.create({ data: { roleId, scopeId: resource.scopeIds[1] ?? '' } });
    const wider = await refresh(web, tokens, { resource: api });
    expect(wider.scope).toBe('read write');
    await prisma.userRole.deleteMany({ where: { userId: user.id } });
    expect((await refresh(web, wider, { resource: api })).scope ?? '').toBe('');
  });

  test('ends with its session; one with offline_access does not', async () => {
    const user = await person();
    const visitor = new Visitor();
    const bound = await web.signIn(user.username, {}, visitor);
    const lasting = await spa.signIn(user.username, { scope: 'openid offline_access', prompt: 'consent' }, visitor);
    await issuer.database.prisma.oidcRecord.deleteMany({ where: { model: 'Session', userId: user.id } });
    expect(await refusal(refresh(web, bound.tokens))).toMatchObject({ error: 'invalid_grant' });
    expect((await refresh(spa, lasting.tokens)).access_token).toBeTypeOf('string');
  });

  test('the rotation by a browser application does not prolong it (RFC 9700 §2.2.2)', async () => {
    const { tokens } = await spa.signIn((await person()).username);
    const { prisma } = issuer.database;
    const expiry = async () => {
      const rows = await prisma.oidcRecord.findMany({
        where: { model: 'RefreshToken' },
        orderBy: { expiresAt: 'desc' },
      });
      return rows.filter((row) => row.clientId === spa.config.clientMetadata().client_id).map((row) => row.expiresAt);
    };
    const before = (await expiry())[0]?.getTime() ?? 0;
    issuer.advance(600);
    await refresh(spa, tokens);
    expect(((await expiry())[0]?.getTime() ?? 0) - before).toBeLessThanOrEqual(2000);
  });
});

describe('a suspended user', () => {
  test('loses session, refresh tokens, opaque access tokens and userinfo at once', async () => {
    const user = await person();
    const { tokens, visitor } = await web.signIn(user.username);
    await issuer.execute(setUserSuspended, platformActor, { userId: user.id, isSuspended: true }, origin);
    expect(await recordsOf(user.id)).toBe(0);
    expect(await refusal(refresh(web, tokens))).toMatchObject({ error: 'invalid_grant' });
    expect(await isActive(web, tokens.access_token)).toBe(false);
    const userinfo = await fetch(`${issuer.issuer}/me`, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    expect(userinfo.status).toBe(401);
    const silent = await visitor.follow((await web.start({ prompt: 'none' })).url, issuer.publicUrl);
    expect('left' in silent && silent.left.searchParams.get('error')).toBe('login_required');
  });

  test('gets no tokens for a code that was issued before', async () => {
    const user = await person();
    const journey = await web.start();
    const back = await new Visitor().signIn(journey.url, user.username);
    await issuer.execute(setUserSuspended, platformActor, { userId: user.id, isSuspended: true }, origin);
    expect(await refusal(web.redeem(journey, back))).toMatchObject({ error: 'invalid_grant' });
  });

  test('cannot complete a sign-in whose password was accepted before', async () => {
    const user = await person();
    const visitor = new Visitor();
    const page = await visitor.follow((await web.start()).url, issuer.publicUrl);
    if ('left' in page) throw new Error('no page');
    const fields = { identifier: user.username ?? '', password: 'correct horse battery staple', answer: 'yes' };
    const answer = await visitor.post(page.url, fields);
    expect(answer.status).toBe(303);
    await issuer.execute(setUserSuspended, platformActor, { userId: user.id, isSuspended: true }, origin);
    const step = await visitor.follow(answer.headers.get('location') ?? '', issuer.publicUrl);
    expect('left' in step).toBe(false);
  });

  test('is not restored by requests in progress: no session outlives the suspension', async () => {
    const user = await person();
    const { visitor } = await web.signIn(user.username);
    const { url } = await web.start({ prompt: 'none' });
    for (let round = 0; round < 5; round++) {
      const requests = Array.from({ length: 8 }, () => visitor.fetch(url));
      await issuer.execute(setUserSuspended, platformActor, { userId: user.id, isSuspended: round % 2 === 0 }, origin);
      await Promise.all(requests);
    }
    expect(await issuer.database.prisma.oidcRecord.count({ where: { model: 'Session', userId: user.id } })).toBe(0);
  });
});

test('a new password ends every session and token', async () => {
  const user = await person();
  const { tokens, visitor } = await web.signIn(user.username);
  const input = { userId: user.id, password: 'another password' };
  await issuer.execute(setUserPassword, platformActor, input, origin);
  expect(await refusal(refresh(web, tokens))).toMatchObject({ error: 'invalid_grant' });
  expect('left' in (await visitor.follow((await web.start()).url, issuer.publicUrl))).toBe(false);
});

test('a deleted user has no account', async () => {
  const user = await person();
  const { tokens } = await web.signIn(user.username, { scope: 'openid offline_access', prompt: 'consent' });
  await issuer.database.prisma.user.delete({ where: { id: user.id } });
  expect(await refusal(refresh(web, tokens))).toMatchObject({ error: 'invalid_grant' });
});

describe('the records', () => {
  test('the records of an application are deleted without signing any user out', async () => {
    const user = await person();
    const { tokens, visitor } = await web.signIn(user.username);
    const { client_id: id } = web.config.clientMetadata();
    await issuer.database.prisma.$transaction((tx) => endApplication(tx, id));
    expect(await refusal(refresh(web, tokens))).toMatchObject({ error: 'invalid_grant' });
    expect('left' in (await visitor.follow((await spa.start()).url, issuer.publicUrl))).toBe(true);
  });

  test('contain no id that works as a credential', async () => {
    const { prisma } = issuer.database;
    const { tokens, visitor, back } = await web.signIn((await person()).username);
    await visitor.follow((await spa.start({ prompt: 'login' })).url, issuer.publicUrl);
    const dump = JSON.stringify(await prisma.oidcRecord.findMany());
    // The way of the last sign-in is no credential.
    const cookies = visitor.cookies().filter(([name]) => !name.endsWith('.sig') && name !== 'mandate_way');
    expect(new Set(cookies.map(([name]) => name))).toEqual(
      new Set(['browser', 'session', 'sign_in', 'resume', 'device', 'flow'].map((name) => `mandate_${name}`)),
    );
    for (const value of [
      ...cookies.map(([, text]) => text),
      tokens.access_token,
      tokens.refresh_token,
      back.searchParams.get('code'),
    ]) {
      expect(dump.includes(value ?? 'absent')).toBe(false);
    }
  });

  test('expired records are ignored, and removed in batches', async () => {
    const { prisma } = issuer.database;
    const { tokens } = await web.signIn((await person()).username);
    const all = await prisma.oidcRecord.count();
    expect(await removeExpiredRecords(issuer.database, new Date())).toBeLessThan(all);
    await prisma.oidcRecord.createMany({
      data: Array.from({ length: 2500 }, (_, index) => ({
        model: 'AccessToken',
        key: `old${index}`,
        payload: {},
        expiresAt: new Date(0),
      })),
    });
    expect(await removeExpiredRecords(issuer.database, new Date())).toBe(2500);
    await prisma.oidcRecord.updateMany({ where: { model: 'RefreshToken' }, data: { expiresAt: new Date(0) } });
    expect(await refusal(refresh(web, tokens))).toMatchObject({ error: 'invalid_grant' });
  });
});

test('no request of this file caused an internal error', () => {
  expect(issuer.faults).toEqual([]);
});

import * as client from 'openid-client';
import { beforeAll, describe, expect, test } from 'vitest';
import { countFor } from '../../src/kernel/account-limit.ts';
import { Visitor } from '../support/browsers/browser.ts';
import { addApplication, addResource, addUser, password, startIssuer } from '../support/issuer.ts';
import { perFile } from '../support/per-file.ts';
import { redirectUri, type RelyingParty, relyingParty } from '../support/browsers/relying-party.ts';

const api = 'https://api.example/orders';
const issuer = perFile(startIssuer);
let user: Awaited<ReturnType<typeof addUser>>;
let partner: RelyingParty;

beforeAll(async () => {
  const { prisma } = issuer.database;
  const resource = await addResource(prisma, api, ['read', 'write', 'admin']);
  user = await addUser(prisma, { scopeIds: resource.scopeIds.slice(0, 2) });
  const redirectUris = [redirectUri];
  partner = await relyingParty(
    issuer.issuer,
    await addApplication(prisma, 'TRADITIONAL_WEB', { redirectUris, isThirdParty: true, name: 'Partner' }),
  );
});

/** Signs in, and stops at the next page. */
async function afterSignIn(
  party: RelyingParty,
  parameters: Record<string, string>,
  visitor = new Visitor(),
  person = user,
) {
  const journey = await party.start(parameters);
  const page = await visitor.follow(journey.url, issuer.publicUrl);
  if ('left' in page) throw new Error('there was no page');
  const fields = { identifier: person.username ?? '', password, answer: 'yes' };
  const answer = await visitor.post(page.url, fields);
  const step = await visitor.follow(answer.headers.get('location') ?? '', issuer.publicUrl);
  if ('left' in step) throw new Error('no consent page was shown');
  return { journey, visitor, url: step.url, text: await step.response.text() };
}

async function answerWith(visitor: Visitor, url: string, answer: string): Promise<URL> {
  const posted = await visitor.post(url, { answer });
  const step = await visitor.follow(posted.headers.get('location') ?? '', issuer.publicUrl);
  if ('response' in step) throw new Error(`it stayed: ${await step.response.text()}`);
  return step.left;
}

describe('a third-party application', () => {
  test('is described as JSON at the same address, and goes on only with the answer yes', async () => {
    const wanted = { scope: 'openid email read', resource: api };
    const { journey, visitor, url } = await afterSignIn(partner, wanted);
    const headers = { accept: 'application/json', 'content-type': 'application/json' };
    const shown = await (await visitor.fetch(url, { headers })).json();
    expect(shown).toMatchObject({
      step: {
        name: 'consent',
        fields: { properties: { answer: { enum: ['yes', 'no'] } }, required: ['answer'] },
        details: { consent: { applicationName: 'Partner', isThirdParty: true, userName: user.name } },
      },
    });
    expect(JSON.stringify(shown)).toContain('do read things');
    const send = (body: object) => visitor.fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    for (const body of [{}, { answer: 'perhaps' }]) expect(await (await send(body)).json()).toEqual(shown);
    const { next } = (await (await send({ answer: 'yes' })).json()) as { next: string };
    const step = await visitor.follow(next, issuer.publicUrl);
    if ('response' in step) throw new Error('the consent was not accepted');
    expect((await partner.redeem(journey, step.left, { resource: api })).scope).toBe('read');
  });

  test('gets the scopes that the user consents to, after a page that describes them', async () => {
    const wanted = { scope: 'openid email read write nonsense', resource: api };
    const { journey, visitor, url, text } = await afterSignIn(partner, wanted);
    for (const words of [
      'Allow Partner to use your account?',
      user.name ?? '',
      'see your email address',
      'do read things',
      'do write things',
    ]) {
      expect(text).toContain(words);
    }
    expect(text).not.toContain('admin');
    expect(text).not.toContain('nonsense');
    const tokens = await partner.redeem(journey, await answerWith(visitor, url, 'yes'), { resource: api });
    expect(tokens.scope).toBe('read write');
    // Only offline_access, which the page lists, gives it a refresh token.
    expect(tokens.refresh_token).toBeUndefined();
  });

  test('gets at most thirty consents of one person in an hour, because each is an event, as is its end', async () => {
    const someone = await addUser(issuer.database.prisma);
    const counted = await afterSignIn(partner, { scope: 'openid' }, new Visitor(), someone);
    const { database, secretBox, clock } = issuer;
    for (let count = 0; count < 30; count++)
      await countFor(database.prisma, secretBox, { kind: 'consents', id: someone.id, now: clock.now() });
    const grants = () =>
      database.prisma.event.count({ where: { subjectId: someone.id, type: 'User.Consent.Granted' } });
    const page = await counted.visitor.post(counted.url, { answer: 'yes' });
    expect([page.status, await page.text()]).toEqual([429, expect.stringContaining('Try again later')]);
    const headers = { accept: 'application/json', 'content-type': 'application/json' };
    const body = JSON.stringify({ answer: 'yes' });
    const json = await counted.visitor.fetch(counted.url, { method: 'POST', headers, body });
    expect([json.status, await json.json()]).toMatchObject([429, { problem: { name: 'too-many' } }]);
    for (const { headers: sent } of [page, json]) expect(Number(sent.get('retry-after'))).toBeGreaterThan(3000);
    expect(await grants()).toBe(0);
    expect((await answerWith(counted.visitor, counted.url, 'no')).searchParams.get('error')).toBe('access_denied');
  });

  test('is not limited by what the person allows first parties, which is not recorded', async () => {
    const someone = await addUser(issuer.database.prisma);
    const { database, secretBox, clock } = issuer;
    const redirectUris = [redirectUri];
    const application = await addApplication(database.prisma, 'TRADITIONAL_WEB', { redirectUris });
    const firstParty = await relyingParty(issuer.issuer, application);
    for (let count = 0; count < 29; count++)
      await countFor(database.prisma, secretBox, { kind: 'consents', id: someone.id, now: clock.now() });
    for (const party of [firstParty, firstParty, partner]) {
      const asked = await afterSignIn(party, { scope: 'openid', prompt: 'consent' }, new Visitor(), someone);
      expect((await answerWith(asked.visitor, asked.url, 'yes')).searchParams.get('code')).toEqual(expect.any(String));
    }
    const where = { subjectId: someone.id, type: 'User.Consent.Granted' };
    expect(await database.prisma.event.count({ where })).toBe(1);
  });

  test('is given once by a form that is sent twice, even if it is the last of the hour', async () => {
    const someone = await addUser(issuer.database.prisma);
    const { visitor, url } = await afterSignIn(partner, { scope: 'openid' }, new Visitor(), someone);
    const { database, secretBox, clock } = issuer;
    for (let count = 0; count < 29; count++)
      await countFor(database.prisma, secretBox, { kind: 'consents', id: someone.id, now: clock.now() });
    const send = async () => {
      const { status, headers } = await visitor.post(url, { answer: 'yes' });
      return [status, headers.get('location')];
    };
    const first = await send();
    expect(first[1]).toEqual(expect.any(String));
    expect(await send()).toEqual(first);
    const where = { subjectId: someone.id, type: 'User.Consent.Granted' };
    expect(await database.prisma.event.count({ where })).toBe(1);
  });

  test('is an AI agent if the page states it, and as JSON', async () => {
    const { prisma } = issuer.database;
    const data = { redirectUris: [redirectUri], isThirdParty: true, name: 'Clerk', kind: 'AGENT', ownerId: user.id };
    const agent = await relyingParty(issuer.issuer, await addApplication(prisma, 'TRADITIONAL_WEB', data));
    const isAgent = async ({ visitor, url }: Awaited<ReturnType<typeof afterSignIn>>) => {
      const json = await (await visitor.fetch(url, { headers: { accept: 'application/json' } })).json();
      return (json as { step: { details: { consent: { isAgent: boolean } } } }).step.details.consent.isAgent;
    };
    const statement = 'This application is an AI agent: it can act on your behalf without asking you each time.';
    const asked = await afterSignIn(agent, { scope: 'openid email' });
    expect([asked.text.includes(statement), await isAgent(asked)]).toEqual([true, true]);
    const byService = await afterSignIn(partner, { scope: 'openid email', prompt: 'consent' });
    expect([byService.text.includes(statement), await isAgent(byService)]).toEqual([false, false]);
  });

  test('needs no second consent, except for more scopes', async () => {
    const visitor = new Visitor();
    const first = await afterSignIn(partner, { scope: 'openid profile' }, visitor);
    await answerWith(visitor, first.url, 'yes');
    const again = await visitor.follow((await partner.start({ scope: 'openid profile' })).url, issuer.publicUrl);
    expect('left' in again).toBe(true);
    const more = await visitor.follow((await partner.start({ scope: 'openid profile phone' })).url, issuer.publicUrl);
    expect('response' in more).toBe(true);
  });

  test('gets nothing from a user who declines', async () => {
    const { visitor, url } = await afterSignIn(partner, { scope: 'openid email' });
    const back = await answerWith(visitor, url, 'no');
    expect(back.searchParams.get('error')).toBe('access_denied');
    expect(back.searchParams.get('code')).toBeNull();
    const silent = await visitor.follow((await partner.start({ prompt: 'none' })).url, issuer.publicUrl);
    expect('left' in silent && silent.left.searchParams.get('error')).toBe('consent_required');
  });

  test('keeps its access if the user declines more scopes', async () => {
    const wanted = { scope: 'openid offline_access', prompt: 'consent' };
    const { journey, visitor, url, text } = await afterSignIn(partner, wanted);
    expect(text).toContain('keep this access while you are away');
    const { refresh_token: refreshToken = '' } = await partner.redeem(journey, await answerWith(visitor, url, 'yes'));
    expect((await client.refreshTokenGrant(partner.config, refreshToken)).access_token).toBeTypeOf('string');
  });

  test('never gets a scope that the user does not hold', async () => {
    const { journey, visitor, url } = await afterSignIn(partner, { scope: 'openid admin read', resource: api });
    const tokens = await partner.redeem(journey, await answerWith(visitor, url, 'yes'), { resource: api });
    expect(tokens.scope).toBe('read');
  });
});

describe('a first-party native application (RFC 8252 §8.6)', () => {
  const native = async (uri: string) => {
    const application = await addApplication(issuer.database.prisma, 'NATIVE', { redirectUris: [uri], name: 'Pocket' });
    const party = await relyingParty(issuer.issuer, application, client.None());
    return { party, start: () => party.start({ redirect_uri: uri }) };
  };

  test('gets no code from a session alone, because another app may have registered its address', async () => {
    const { party, start } = await native('com.example.pocket:/callback');
    const visitor = new Visitor();
    const journey = await start();
    const back = await visitor.signIn(journey.url, user.username);
    expect(back.protocol).toBe('com.example.pocket:');
    expect((await party.redeem(journey, back)).id_token).toBeTypeOf('string');
    const again = await start();
    const step = await visitor.follow(again.url, issuer.publicUrl);
    if ('left' in step) throw new Error('no page was shown');
    expect(await step.response.text()).toContain('Continue to Pocket?');
    expect((await party.redeem(again, await answerWith(visitor, step.url, 'yes'))).id_token).toBeTypeOf('string');
  });

  test('gets one with an https address, which no other app can register', async () => {
    const { start } = await native('https://pocket.example/callback');
    const visitor = new Visitor();
    await visitor.signIn((await start()).url, user.username);
    expect('left' in (await visitor.follow((await start()).url, issuer.publicUrl))).toBe(true);
  });

  test('can use any port of a loopback address (RFC 8252 §7.3)', async () => {
    const { party } = await native('http://127.0.0.1/callback');
    const back = await new Visitor().signIn(
      (await party.start({ redirect_uri: 'http://127.0.0.1:49152/callback' })).url,
      user.username,
    );
    expect(back.host).toBe('127.0.0.1:49152');
  });
});

test('no request of this file caused an internal error', () => {
  expect(issuer.faults).toEqual([]);
});

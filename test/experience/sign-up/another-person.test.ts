import { beforeAll, describe, expect, test } from 'vitest';
import * as client from 'openid-client';
import { Visitor } from '../../support/browsers/browser.ts';
import { openPage } from '../../support/browsers/flow-pages.ts';
import { addUser, password } from '../../support/issuer.ts';
import { sharePages } from '../../support/browsers/pages.ts';
import { refusal } from '../../support/browsers/relying-party.ts';

const { issuer, web } = sharePages();
let [ada, grace]: Awaited<ReturnType<typeof addUser>>[] = [];
beforeAll(async () => {
  [ada, grace] = [await addUser(issuer.database.prisma), await addUser(issuer.database.prisma)];
});

const asAda = () => ({ identifier: ada?.username ?? '', password });
const asGrace = () => ({ identifier: grace?.username ?? '', password });
const sessionsOf = (user: typeof ada) =>
  issuer.database.prisma.oidcRecord.count({ where: { model: 'Session', userId: user?.id ?? '' } });

/** The person of the session, by a request that shows no page. */
async function signedIn(visitor: Visitor): Promise<string | undefined> {
  const journey = await web.start({ prompt: 'none' });
  const step = await visitor.follow(journey.url, issuer.publicUrl);
  if ('response' in step) throw new Error('there was a page');
  return (await web.redeem(journey, step.left)).claims()?.sub;
}

describe('someone else who signs in, in a browser with a session', () => {
  test('is in the application after one redirect, and the session ends as by a sign-out', async () => {
    const { visitor, tokens } = await web.signIn(ada?.username ?? '');
    const before = await sessionsOf(ada);
    const signOuts = () =>
      issuer.database.prisma.event.count({ where: { type: 'User.SignedOut', subjectId: ada?.id ?? '' } });
    const signOutsBefore = await signOuts();
    const page = await openPage(issuer, web, { visitor, parameters: { prompt: 'login' } });
    const { next = '' } = await page.answer(asGrace());
    const resumed = await visitor.fetch(next);
    expect([resumed.status, resumed.headers.get('location')]).toEqual([303, next]);
    expect(resumed.headers.get('clear-site-data')).toBe('"cache"');
    expect((await page.finish())?.sub).toBe(grace?.id);
    expect([await sessionsOf(ada), await signedIn(visitor)]).toEqual([before - 1, grace?.id]);
    expect(await signOuts()).toBe(signOutsBefore + 1);
    expect(await refusal(client.refreshTokenGrant(web.config, tokens.refresh_token ?? ''))).toMatchObject({
      error: 'invalid_grant',
    });
  });

  test('leaves the access of the first person that outlives their session', async () => {
    const { visitor, tokens } = await web.signIn(ada?.username ?? '', {
      scope: 'openid offline_access',
      prompt: 'consent',
    });
    const page = await openPage(issuer, web, { visitor, parameters: { prompt: 'login' } });
    await page.answer(asGrace());
    await page.finish();
    expect((await client.refreshTokenGrant(web.config, tokens.refresh_token ?? '')).access_token).toBeTypeOf('string');
  });

  test('can do so in a tab that was opened before the session began', async () => {
    const visitor = new Visitor();
    const [first, second] = [await openPage(issuer, web, { visitor }), await openPage(issuer, web, { visitor })];
    await first.answer(asAda());
    expect((await first.finish())?.sub).toBe(ada?.id);
    await second.answer(asGrace());
    expect((await second.finish())?.sub).toBe(grace?.id);
    expect(await signedIn(visitor)).toBe(grace?.id);
  });

  test('begins again in a second tab of the ended session, and the new session stays', async () => {
    const { visitor } = await web.signIn(ada?.username ?? '');
    const open = () => openPage(issuer, web, { visitor, parameters: { prompt: 'login' } });
    const [first, second] = [await open(), await open()];
    await first.answer(asGrace());
    await first.finish();
    expect(await second.answer(asAda())).toMatchObject({ status: 410, problem: { name: 'expired' } });
    expect(await signedIn(visitor)).toBe(grace?.id);
  });
});

test('the same person who signs in again keeps the session', async () => {
  const { visitor } = await web.signIn(ada?.username ?? '');
  const before = await sessionsOf(ada);
  const page = await openPage(issuer, web, { visitor, parameters: { prompt: 'login' } });
  await page.answer(asAda());
  expect((await page.finish())?.sub).toBe(ada?.id);
  expect(await sessionsOf(ada)).toBe(before);
});

test('no request of this file caused an internal error', () => {
  expect(issuer.faults).toEqual([]);
});

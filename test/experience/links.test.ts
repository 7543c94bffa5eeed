import { destinationsOf } from '../../src/experience/flow/destinations.ts';
import { consoleClientId } from '../../src/vocabulary/built-in-applications.ts';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { platformActor } from '../../src/kernel/actor.ts';
import { revokeOneTimeToken } from '../../src/operations/one-time-tokens/revoke-one-time-token.ts';
import { endUserSessions } from '../../src/operations/users/end-user-sessions.ts';
import { systemIds as ids } from '../../src/platform/ids/ids.ts';
import { eventTypesAbout } from '../support/events-about.ts';
import { Visitor } from '../support/browsers/browser.ts';
import { openPage } from '../support/browsers/flow-pages.ts';
import { addApplication, addUser, password, startIssuer } from '../support/issuer.ts';
import { linkBrowser, newLink } from '../support/browsers/links.ts';
import { setPolicy } from '../support/browsers/pages.ts';
import { perFile } from '../support/per-file.ts';
import { redirectUri, type RelyingParty, relyingParty } from '../support/browsers/relying-party.ts';
import { giveApp, totpCode } from '../support/totp.ts';

/** One-time tokens on the pages. */
const issuer = perFile(startIssuer);
let web: RelyingParty;
let user: Awaited<ReturnType<typeof addUser>>;
beforeAll(async () => {
  web = await relyingParty(
    issuer.issuer,
    await addApplication(issuer.database.prisma, 'TRADITIONAL_WEB', { redirectUris: [redirectUri] }),
  );
});
beforeEach(async () => {
  await setPolicy(issuer, {});
  user = await addUser(issuer.database.prisma, { emailVerifiedAt: new Date() });
});

const origin = { requestId: 'req_test', channel: 'rest' } as const;
const idOf = (link: string) => /ott_[0-9a-z]{26}/.exec(link)?.[0] ?? '';
const tokenOf = (link: string) => issuer.database.prisma.oneTimeToken.findUniqueOrThrow({ where: { id: idOf(link) } });
const eventsOf = (id: string) => eventTypesAbout(issuer, id);
/** A browser that has opened a link, on the sign-in page. */
async function opened(link: string, visitor = new Visitor()) {
  const { next, status } = await linkBrowser(visitor).press(link);
  expect(status === 307 ? `${new URL(redirectUri).origin}/` : next).toBe(`${new URL(redirectUri).origin}/`);
  return openPage(issuer, web, { visitor });
}
const useLink = { way: 'link' };

describe('the page of a link', () => {
  test('changes nothing however often it is opened, and works afterwards', async () => {
    const link = await newLink(issuer, { userId: user.id });
    const scanner = linkBrowser();
    for (const method of ['GET', 'HEAD', 'GET', 'HEAD']) expect((await scanner.show(link, method)).status).toBe(200);
    expect(scanner.visitor.cookies()).toEqual([]);
    expect(await tokenOf(link)).toMatchObject({ usedAt: null, revokedAt: null });
    const page = await opened(link);
    expect(await page.answer(useLink)).toMatchObject({ next: expect.any(String) });
  });

  test('shows for whom it is, and contains no address of another server', async () => {
    const link = await newLink(issuer, { userId: user.id });
    expect(await linkBrowser().show(link)).toMatchObject({ link: { kind: 'sign-in', for: user.email } });
    const html = await (await fetch(link, { headers: { accept: 'text/html' } })).text();
    expect(html).toContain(`Continue as ${user.email}`);
    expect(html).toContain('method="post"');
    expect(html).not.toMatch(/(href|src|action)="https?:/);
    const german = await fetch(link, { headers: { accept: 'text/html', 'accept-language': 'de' } });
    expect(await german.text()).toContain('Weiter als');
  });

  test('is not kept or indexed, and sends no referrer to other sites', async () => {
    const response = await fetch(await newLink(issuer, { userId: user.id }));
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
  });

  test('refuses a form of another site', async () => {
    const link = await newLink(issuer, { userId: user.id });
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }]) {
      const response = await fetch(link, { method: 'POST', headers, redirect: 'manual' });
      expect([response.status, response.headers.getSetCookie()]).toEqual([403, []]);
    }
  });

  test.each([
    ['a wrong secret', (link: string) => `${link.slice(0, -3)}abc`],
    ['an unknown id', (link: string) => link.replace(/ott_[0-9a-z]{26}/, ids.next('oneTimeToken'))],
    ['an id alone', (link: string) => link.replace(/\..*$/, '')],
    ['something else', (link: string) => link.replace(/link\/.*$/, 'link/x')],
  ])('a link with %s is a 404 that reveals nothing', async (_what, change) => {
    const link = change(await newLink(issuer, { userId: user.id }));
    const browser = linkBrowser();
    for (const opened of [await browser.show(link), await browser.press(link)])
      expect(opened).toEqual({ status: 404, location: null, problem: { name: 'unknown', text: expect.any(String) } });
    expect(browser.visitor.cookies()).toEqual([]);
  });

  test('leads to the applications of the platform if there are several', async () => {
    const { prisma } = issuer.database;
    const other = await addApplication(prisma, 'SINGLE_PAGE', {
      name: 'Another',
      redirectUris: ['com.example:/callback', 'https://another.example/callback?x=1'],
    });
    await addApplication(prisma, 'TRADITIONAL_WEB', { isThirdParty: true, redirectUris: ['https://third.example/'] });
    const opened = await linkBrowser().press(await newLink(issuer, { userId: user.id }));
    expect(opened.applications).toEqual([
      { name: 'Another', url: 'https://another.example/' },
      { name: expect.any(String), url: `${new URL(redirectUri).origin}/` },
    ]);
    await prisma.application.delete({ where: { id: other.id } });
  });
});

describe('a one-time token', () => {
  test('signs its user in, once, in the browser that opens it', async () => {
    const link = await newLink(issuer, { userId: user.id });
    const page = await opened(link);
    expect(await page.get()).toMatchObject({ step: { name: 'link', ways: ['link', 'identify', 'cancel'] } });
    expect(await page.answer(useLink)).toMatchObject({ next: expect.any(String) });
    expect((await page.finish())?.sub).toBe(user.id);
    expect(await eventsOf(user.id)).toEqual(['PostSignIn']);
    expect(await linkBrowser().show(link)).toMatchObject({ status: 410, problem: { name: 'used' } });
    expect(page.visitor.cookies().map(([name]) => name)).not.toContain('mandate_link');
  });

  test('continues the sign-in that is in progress in the browser', async () => {
    const page = await openPage(issuer, web);
    const link = await newLink(issuer, { userId: user.id });
    const { status, location } = await linkBrowser(page.visitor).press(link);
    expect([status, location]).toEqual([307, new URL(page.url).pathname]);
    // As browsers repeat the form.
    expect(await page.answer(useLink)).toMatchObject({ next: expect.any(String) });
    expect((await page.finish())?.sub).toBe(user.id);
  });

  test('gives nothing to the browser in which its person was expected', async () => {
    const eve = await openPage(issuer, web);
    const page = await opened(await newLink(issuer, { userId: user.id }));
    await page.answer(useLink);
    expect(await eve.get()).toMatchObject({ step: { name: 'identify' } });
    expect(await eve.answer(useLink)).toMatchObject({ status: 422, problem: { name: 'page-outdated' } });
  });

  test('is offered, not taken: another way signs another person in', async () => {
    const other = await addUser(issuer.database.prisma);
    const page = await opened(await newLink(issuer, { userId: user.id }));
    expect(await page.answer({ way: 'identify' })).toMatchObject({ step: { name: 'identify' } });
    const answered = await page.answer({ identifier: other.username ?? '', password });
    expect(answered).toMatchObject({ next: expect.any(String) });
    expect((await page.finish())?.sub).toBe(other.id);
  });

  test('the token of another person than the one who is signed in asks before it replaces the session', async () => {
    const visitor = new Visitor();
    const first = await openPage(issuer, web, { visitor });
    await first.answer({ identifier: user.username ?? '', password });
    await first.finish();
    const other = await addUser(issuer.database.prisma);
    const page = await opened(await newLink(issuer, { userId: other.id }), visitor);
    expect(await page.get()).toMatchObject({ step: { name: 'link' } });
    expect(await eventsOf(other.id)).toEqual([]);
    expect(await page.answer(useLink)).toMatchObject({ next: expect.any(String) });
    expect(await eventsOf(other.id)).toEqual(['PostSignIn']);
  });

  test('succeeds once in 200 concurrent uses', async () => {
    const link = await newLink(issuer, { userId: user.id });
    const pages = await Promise.all(Array.from({ length: 200 }, () => opened(link)));
    const answers = await Promise.all(pages.map((page) => page.answer(useLink)));
    expect(answers.filter(({ next }) => next)).toHaveLength(1);
    expect((await eventsOf(user.id)).filter((type) => type === 'PostSignIn')).toHaveLength(1);
  });

  test('does not replace the second factor', async () => {
    const key = await giveApp(issuer, user.id);
    const page = await opened(await newLink(issuer, { userId: user.id }));
    expect(await page.answer(useLink)).toMatchObject({ step: { name: 'totp' } });
    expect(await page.answer({ code: totpCode(key, issuer.clock.now()) })).toMatchObject({ next: expect.any(String) });
  });

  test.each<[string, (link: string) => Promise<unknown>, string]>([
    [
      'it was revoked',
      (link) => issuer.execute(revokeOneTimeToken, platformActor, { oneTimeTokenId: idOf(link) }, origin),
      'revoked',
    ],
    [
      'the user was signed out everywhere',
      () => issuer.execute(endUserSessions, platformActor, { userId: user.id }, origin),
      'revoked',
    ],
    [
      'it has expired',
      (link) =>
        issuer.database.prisma.oneTimeToken.update({ where: { id: idOf(link) }, data: { expiresAt: new Date() } }),
      'expired',
    ],
  ])('cannot be used after %s, also in a browser that has opened it before', async (_what, end, name) => {
    const link = await newLink(issuer, { userId: user.id });
    const page = await opened(link);
    await end(link);
    expect(await page.answer(useLink)).toMatchObject({ status: 422, problem: { name: 'link-invalid' } });
    expect(await linkBrowser().press(link)).toMatchObject({ status: 410, problem: { name } });
    expect(await eventsOf(user.id)).not.toContain('PostSignIn');
  });

  test('a token that was sent to the address of an account ends with its sessions as well', async () => {
    const link = await newLink(issuer, { sendsMail: true, email: user.email ?? '' });
    await issuer.execute(endUserSessions, platformActor, { userId: user.id }, origin);
    expect(await linkBrowser().press(link)).toMatchObject({ status: 410, problem: { name: 'revoked' } });
  });

  test('locks after ten wrong secrets in a row, with one event, but not for a known device', async () => {
    const known = new Visitor();
    const first = await openPage(issuer, web, { visitor: known });
    await first.answer({ identifier: user.username ?? '', password });
    const link = await newLink(issuer, { userId: user.id });
    const wrong = `${link.slice(link.lastIndexOf('/') + 1, -3)}abc`;
    const guesses = await Promise.all(
      Array.from({ length: 30 }, async () => {
        const page = await openPage(issuer, web);
        const headers = {
          cookie: `mandate_link=${wrong}`,
          accept: 'application/json',
          'content-type': 'application/json',
        };
        const jar = page.visitor.cookies().map(([cookie, value]) => `${cookie}=${value}`);
        const cookie = [...jar, headers.cookie].join('; ');
        const response = await fetch(page.url, {
          method: 'POST',
          headers: { ...headers, cookie },
          body: '{"way":"link"}',
        });
        return (await response.json()) as { problem: { name: string } };
      }),
    );
    const names = guesses.map(({ problem }) => problem.name);
    expect(names.filter((name) => name === 'link-invalid').length).toBeLessThanOrEqual(10);
    const lockouts = await issuer.database.prisma.event.findMany({
      where: { type: 'Identifier.Lockout', subjectId: user.id },
    });
    expect(lockouts.map(({ data }) => data)).toMatchObject([{ flow: 'one-time-token', identifier: user.email }]);
    const stranger = await opened(link);
    expect(await stranger.answer(useLink)).toMatchObject({ status: 429, problem: { name: 'locked' } });
    const page = await opened(link, known);
    expect(await page.answer(useLink)).toMatchObject({ next: expect.any(String) });
  });
});

describe('a link that was sent to an address', () => {
  test('creates an account with the verified address, even if sign-up is closed, and joins its organizations', async () => {
    const { prisma } = issuer.database;
    const organization = await prisma.organization.create({ data: { id: ids.next('organization'), name: 'Acme' } });
    const email = `new${ids
      .secret(4)
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, 'x')}@example.com`;
    const link = await newLink(issuer, { email, sendsMail: true, organizationIds: [organization.id] });
    const page = await opened(link);
    expect(await page.answer(useLink)).toMatchObject({ purpose: 'sign-up', step: { name: 'fields' } });
    expect(await page.answer({ password: 'seven wooden ships at sea' })).toMatchObject({ next: expect.any(String) });
    const created = await prisma.user.findUniqueOrThrow({ where: { email }, include: { organizations: true } });
    expect(created.emailVerifiedAt).not.toBeNull();
    expect(created.organizations).toMatchObject([{ organizationId: organization.id }]);
    expect(await eventsOf(created.id)).toEqual(['User.Created', 'PostRegister']);
    expect(await eventsOf(organization.id)).toEqual(['Organization.Membership.Updated']);
  });

  test('signs in whatever ways the policy takes', async () => {
    await setPolicy(issuer, { first: ['password'] });
    const page = await opened(await newLink(issuer, { email: user.email ?? '', sendsMail: true }));
    expect(await page.answer(useLink)).toMatchObject({ next: expect.any(String) });
  });

  test('is not enough for an address that an administrator typed: the password is required as well', async () => {
    const typed = await addUser(issuer.database.prisma);
    const page = await opened(await newLink(issuer, { userId: typed.id, sendsMail: true }));
    expect(await page.answer(useLink)).toMatchObject({ step: { name: 'password' } });
    expect(await page.answer({ password })).toMatchObject({ next: expect.any(String) });
  });

  test('ends when the user gets another address', async () => {
    const link = await newLink(issuer, { userId: user.id, sendsMail: true });
    await issuer.database.prisma.user.update({ where: { id: user.id }, data: { email: `other-${user.email}` } });
    expect(await linkBrowser().press(link)).toMatchObject({ status: 410, problem: { name: 'revoked' } });
  });
});

describe('a link that was requested for the console', () => {
  test('leads to the console, which other links do not offer', async () => {
    const { prisma } = issuer.database;
    expect(await destinationsOf(prisma, consoleClientId, new Date())).toEqual([
      { name: 'Mandate', url: `${issuer.url}/console/` },
    ]);
    expect(await destinationsOf(prisma, null, new Date())).not.toContainEqual(
      expect.objectContaining({ name: 'Mandate' }),
    );
  });
});

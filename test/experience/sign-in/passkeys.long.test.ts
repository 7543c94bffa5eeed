import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { platformActor } from '../../../src/kernel/actor.ts';
import { removeUserFactors } from '../../../src/operations/users/remove-user-factors.ts';
import { addAuthenticator, copyPasskeys, noAutofill } from '../../support/browsers/authenticator.ts';
import { accessibilityProblems, launchChromium } from '../../support/browsers/chromium.ts';
import { addApplication, addUser, password, startIssuer, type TestIssuer } from '../../support/issuer.ts';
import { setPolicy } from '../../support/browsers/pages.ts';
import { redirectUri, type RelyingParty, relyingParty } from '../../support/browsers/relying-party.ts';
import { appUsers, totpCode } from '../../support/totp.ts';
/** Passkeys and new factors in a browser with a virtual authenticator. */
let issuer: TestIssuer;
let web: RelyingParty;
let browser: Browser;
beforeAll(async () => {
  [issuer, browser] = await Promise.all([startIssuer(), launchChromium()]);
  const application = await addApplication(issuer.database.prisma, 'TRADITIONAL_WEB', { redirectUris: [redirectUri] });
  web = await relyingParty(issuer.issuer, application);
});
beforeEach(() => policy({ second: { required: 'always' } }));
afterAll(async () => {
  await browser.close();
  await issuer[Symbol.asyncDispose]();
});

const policy = (given: object) => setPolicy(issuer, given);
const newUser = () => addUser(issuer.database.prisma, { emailVerifiedAt: new Date() });

/** A browser of its own on the sign-in page. Without `autofill` a passkey is only used after a click. */
async function open(
  options: Parameters<Browser['newPage']>[0] = {},
  parameters: Record<string, string> = {},
  autofill = false,
) {
  const page = await browser.newPage(options);
  if (!autofill) await page.addInitScript(noAutofill);
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !/favicon|422|429|ERR_NAME_NOT_RESOLVED/.test(message.text()))
      complaints.push(message.text());
  });
  const journey = await web.start(parameters);
  return { page, journey, complaints, load: () => page.goto(journey.url.href) };
}

const submit = (page: Page) => page.click('button[name=answer][value=yes]');
async function withPassword(page: Page, { username }: { username: string | null }): Promise<void> {
  await page.fill('#identifier', username ?? '');
  await page.fill('#password', password);
  await submit(page);
}
/** Waits until the browser goes to the application, and redeems the code. */
async function arrive(page: Page, journey: Awaited<ReturnType<RelyingParty['start']>>, act: () => Promise<unknown>) {
  const [request] = await Promise.all([page.waitForRequest((one) => one.url().startsWith(redirectUri)), act()]);
  return (await web.redeem(journey, new URL(request.url()))).claims();
}

/** Signs in with the password, creates a passkey, and keeps the backup codes. */
async function enroll(user: { username: string | null }) {
  const { page, journey, load, complaints } = await open();
  const authenticator = await addAuthenticator(page);
  await load();
  await withPassword(page, user);
  await page.click('button[name=way][value=enrol-passkey]');
  expect(await page.textContent('h1')).toBe('Set up a passkey');
  await page.click('button[data-passkey]');
  await page.waitForSelector('#codes');
  const claims = await arrive(page, journey, () => submit(page));
  expect(complaints).toEqual([]);
  return { authenticator, claims };
}

test('a person creates a passkey in the sign-in, and signs in with it by autofill: no name, no password, acr phr', async () => {
  const user = await newUser();
  const { authenticator, claims } = await enroll(user);
  expect(claims).toMatchObject({ sub: user.id, acr: 'urn:mandate:level:2', amr: ['pwd', 'pop', 'user', 'mfa'] });

  const { page, journey, load } = await open({}, {}, true);
  await copyPasskeys(authenticator, await addAuthenticator(page));
  const again = await arrive(page, journey, load);
  expect(again).toMatchObject({ sub: user.id, acr: 'phr', amr: ['pop', 'user', 'mfa'] });
});

test('an application that asks for phr gets a sign-in by the passkey alone, also from a session and after a password', async () => {
  await policy({});
  const user = await newUser();
  await policy({ second: { required: 'always' } });
  const { authenticator } = await enroll(user);
  await policy({ second: { required: 'never' } });
  const context = await browser.newContext();
  await context.addInitScript(noAutofill);
  const inSession = async (parameters: Record<string, string>) => {
    const page = await context.newPage();
    const copy = await addAuthenticator(page);
    await copyPasskeys(authenticator, copy);
    const journey = await web.start(parameters);
    return { page, journey, copy, load: () => page.goto(journey.url.href) };
  };
  const first = await inSession({});
  await first.load();
  expect(await arrive(first.page, first.journey, () => withPassword(first.page, user))).toMatchObject({
    acr: 'urn:mandate:level:1',
  });
  issuer.advance(600);
  const more = await inSession({ acr_values: 'phr' });
  await more.load();
  expect(await more.page.textContent('h1')).toBe('Confirm that it is you');
  const claims = await arrive(more.page, more.journey, () => more.page.click('button[data-passkey]'));
  expect(claims).toMatchObject({ sub: user.id, acr: 'phr', amr: ['pop', 'user', 'mfa'] });
  expect(Math.abs(Number(claims?.auth_time) - issuer.clock.now().getTime() / 1000)).toBeLessThan(60);
  const silent = await web.start({ acr_values: 'phr', prompt: 'none' });
  const { location = '' } = (await context.request.get(silent.url.href, { maxRedirects: 0 })).headers();
  expect((await web.redeem(silent, new URL(location))).claims()).toMatchObject({ acr: 'phr' });

  const again = await open({}, { acr_values: 'phr' });
  await copyPasskeys(more.copy, await addAuthenticator(again.page));
  await again.load();
  await withPassword(again.page, user);
  expect(await again.page.textContent('h1')).toBe('Confirm that it is you');
  expect(await arrive(again.page, again.journey, () => again.page.click('button[data-passkey]'))).toMatchObject({
    acr: 'phr',
  });
});

test('a person without a passkey signs in at level 2 for an application that asks for phr', async () => {
  await policy({});
  const user = await appUsers(issuer)();
  const { page, journey, load } = await open({}, { acr_values: 'phr urn:mandate:level:2' });
  await load();
  await withPassword(page, user);
  expect(await arrive(page, journey, () => page.fill('#code', user.code()))).toMatchObject({
    acr: 'urn:mandate:level:2',
  });
  expect(web.config.serverMetadata()['acr_values_supported']).toEqual([
    'urn:mandate:level:1',
    'urn:mandate:level:2',
    'phr',
  ]);
});

test('a person signs in with a passkey by its button, and is the only one who can: others have none', async () => {
  const user = await newUser();
  const { authenticator } = await enroll(user);
  const { page, journey, load } = await open();
  await load();
  await copyPasskeys(authenticator, await addAuthenticator(page));
  const claims = await arrive(page, journey, () => page.click('button[data-passkey]'));
  expect(claims).toMatchObject({ sub: user.id });

  const stranger = await open();
  await addAuthenticator(stranger.page);
  await stranger.load();
  await stranger.page.click('button[data-passkey]');
  await stranger.page.waitForSelector('[data-passkey-failed]:not([hidden])');
  expect(await stranger.page.textContent('[data-passkey-failed]')).toContain('No passkey was used.');
});

test('a passkey is a second factor after the password; one of another account is refused', async () => {
  const [user, other] = [await newUser(), await newUser()];
  const [own, foreign] = [await enroll(user), await enroll(other)];
  const { page, journey, load } = await open();
  await load();
  await withPassword(page, user);
  const authenticator = await addAuthenticator(page);
  await copyPasskeys(foreign.authenticator, authenticator);
  // A browser only offers the passkeys of the account; this one offers all.
  await page.evaluate(() => {
    const options = document.getElementById('passkey-options');
    if (options) options.textContent = JSON.stringify({ ...JSON.parse(options.textContent), allowCredentials: [] });
  });
  await page.click('button[data-passkey]');
  await page.getByText('This passkey cannot be used here.').waitFor();
  await copyPasskeys(own.authenticator, authenticator);
  const claims = await arrive(page, journey, () => page.click('button[data-passkey]'));
  expect(claims).toMatchObject({ sub: user.id, amr: ['pwd', 'pop', 'user', 'mfa'] });
});

test('a passkey that was removed, or whose owner was suspended, is refused', async () => {
  const [removed, suspended] = [await newUser(), await newUser()];
  for (const user of [removed, suspended]) {
    const { authenticator } = await enroll(user);
    const { page, load } = await open();
    await load();
    if (user === removed)
      await issuer.execute(removeUserFactors, platformActor, { userId: user.id }, { requestId: 'r', channel: 'rest' });
    else await issuer.database.prisma.user.update({ where: { id: user.id }, data: { suspendedAt: new Date() } });
    await copyPasskeys(authenticator, await addAuthenticator(page));
    await page.click('button[data-passkey]');
    const shown = user === removed ? 'This passkey cannot be used here.' : 'This account cannot be used.';
    await page.getByText(shown).waitFor();
    expect(new URL(page.url()).origin).toBe(issuer.publicUrl);
  }
});

test('a response is accepted once: not in another flow, and not again', async () => {
  const { authenticator } = await enroll(await newUser());
  const { page, journey, load } = await open();
  await load();
  await copyPasskeys(authenticator, await addAuthenticator(page));
  const [posted] = await Promise.all([
    page.waitForRequest((request) => request.method() === 'POST'),
    arrive(page, journey, () => page.click('button[data-passkey]')),
  ]);
  const passkey = new URLSearchParams(posted.postData() ?? '').get('passkey') ?? '';
  expect(JSON.parse(passkey)).toMatchObject({ type: 'public-key' });
  const { page: elsewhere, load: loadElsewhere } = await open();
  await loadElsewhere();
  const form = { step: 'identify', version: '0', answer: 'yes', passkey };
  const refused = await elsewhere.request.post(elsewhere.url(), {
    form,
    headers: { accept: 'application/json', origin: issuer.publicUrl },
  });
  expect(refused.status()).toBe(422);
  expect(await refused.json()).toMatchObject({ problem: { name: 'wrong-passkey' } });
});

test('malformed passkeys are refused like unknown ones', async () => {
  const { page, load } = await open();
  await load();
  for (const [index, passkey] of ['x', '{}', '[]', 'null', '{"id":5}', '{"id":"AAAA","response":{}}'].entries()) {
    const form = { step: 'identify', version: String(index), answer: 'yes', passkey };
    const headers = { accept: 'application/json', origin: issuer.publicUrl };
    const refused = await page.request.post(page.url(), { form, headers });
    expect([refused.status(), await refused.json()]).toMatchObject([422, { problem: { name: 'wrong-passkey' } }]);
  }
  expect(issuer.faults).toEqual([]);
});

test.each([
  ['light', 'ltr'],
  ['dark', 'rtl'],
] as const)(
  'the steps of second factors are accessible at 320 pixels (%s, %s), and work without a script',
  async (colorScheme, direction) => {
    const user = await newUser();
    const options = { colorScheme, viewport: { width: 320, height: 800 }, javaScriptEnabled: direction === 'rtl' };
    const { page, journey, load } = await open(options, direction === 'rtl' ? { ui_locales: 'ar-XB' } : {});
    await load();
    const check = async () => {
      expect(await page.locator('html').getAttribute('dir')).toBe(direction);
      if (options.javaScriptEnabled) expect(await accessibilityProblems(page)).toEqual([]);
      const { width } = (await page.locator('main').boundingBox()) ?? { width: 1000 };
      expect(width).toBeLessThanOrEqual(320);
    };
    await check();
    /** With the script a complete code is sent. */
    const enterCode = async (one: Page, code: string) => {
      await one.fill('#code', code);
      if (!options.javaScriptEnabled) await submit(one);
    };
    await withPassword(page, user);
    await page.click('button[name=way][value=enrol-passkey]');
    await check();
    await page.click('button[name=way][value=enrol-totp]');
    await check();
    await page.click('summary');
    const key = (await page.textContent('code.key')) ?? '';
    await enterCode(page, totpCode(key, issuer.clock.now()));
    await page.waitForSelector('#codes');
    await check();
    await arrive(page, journey, () => submit(page));
    issuer.advance(60);
    const again = await open(options, direction === 'rtl' ? { ui_locales: 'ar-XB' } : {});
    await again.load();
    await withPassword(again.page, user);
    await again.page.click('button[name=way][value=backup-code]');
    await again.page.click('button[name=way][value=totp]');
    await arrive(again.page, again.journey, () => enterCode(again.page, totpCode(key, issuer.clock.now())));
  },
);

test('a password is shown on demand, and submitted as a password', async () => {
  await policy({});
  const user = await appUsers(issuer)();
  const { page, load } = await open();
  await load();
  await page.fill('#identifier', user.username ?? '');
  await submit(page);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Show password' }).click();
  expect(await page.getAttribute('#password', 'type')).toBe('text');
  await page.getByRole('button', { name: 'Hide password' }).click();
  expect(await page.getAttribute('#password', 'type')).toBe('password');
  await page.getByRole('button', { name: 'Show password' }).click();
  expect(await page.getAttribute('button[data-show]', 'aria-pressed')).toBeNull();
  await submit(page);
  await page.getByLabel('Six-digit code').waitFor();
});

test('a start with another host warns in one line how many passkeys cannot be used any more', async () => {
  await enroll(await newUser());
  const passkeys = await issuer.database.prisma.factor.count({ where: { kind: 'passkey' } });
  const environment = { PUBLIC_URL: 'http://id.localhost:3000' };
  await using moved = await startIssuer({ beside: issuer, environment });
  expect(moved.faults.map((line) => JSON.parse(line))).toMatchObject([
    { passkeys, host: 'id.localhost', msg: expect.stringContaining('passkeys were made for another host') },
  ]);
  await using same = await startIssuer({ beside: issuer });
  expect(same.faults).toEqual([]);
});

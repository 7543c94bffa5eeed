import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as client from 'openid-client';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accessibilityProblems, launchChromium } from '../support/browsers/chromium.ts';
import { addApplication, addResource, addUser, password, startIssuer, type TestIssuer } from '../support/issuer.ts';
import { type RelyingParty, relyingParty } from '../support/browsers/relying-party.ts';

const api = 'https://api.example/orders';
let issuer: TestIssuer;
let browser: Browser;
let servers: Server[];
let callback: string;
let home: string;
let web: RelyingParty;
let partner: RelyingParty;
let user: Awaited<ReturnType<typeof addUser>>;

/** An application on an origin of its own, whose callback redirects to another origin, as is common. */
async function startApplication(): Promise<void> {
  const page = createServer((request, response) => {
    response.setHeader('content-type', 'text/html').end(`<title>Home</title><p id="got">${request.url}</p>`);
  });
  const receiver = createServer((request, response) => {
    const { search } = new URL(request.url ?? '', 'http://x');
    response.writeHead(302, { location: `${home}/home${search}` }).end();
  });
  servers = [page, receiver];
  for (const server of servers) await once(server.listen(0, '127.0.0.1'), 'listening');
  const [homePort, callbackPort] = servers.map((server) => (server.address() as AddressInfo).port);
  home = `http://127.0.0.1:${homePort}`;
  callback = `http://127.0.0.1:${callbackPort}/callback`;
}

beforeAll(async () => {
  await startApplication();
  issuer = await startIssuer();
  browser = await launchChromium();
  const { prisma } = issuer.database;
  const resource = await addResource(prisma, api, ['read', 'write']);
  user = await addUser(prisma, { scopeIds: resource.scopeIds });
  const uris = { redirectUris: [callback], postLogoutRedirectUris: [callback] };
  web = await relyingParty(
    issuer.issuer,
    await addApplication(prisma, 'TRADITIONAL_WEB', { ...uris, name: 'Order desk' }),
  );
  const foreign = { ...uris, isThirdParty: true, name: 'A partner with quite a long name, Incorporated' };
  partner = await relyingParty(issuer.issuer, await addApplication(prisma, 'TRADITIONAL_WEB', foreign));
});
afterAll(async () => {
  await browser.close();
  for (const server of servers) server.close();
  await issuer[Symbol.asyncDispose]();
});

let context: BrowserContext;
let page: Page;
/** Errors that the browser reports: violations of the content security policy, styles that do not load. */
let complaints: string[];
async function open(options: Parameters<Browser['newContext']>[0] = {}): Promise<void> {
  context = await browser.newContext(options);
  page = await context.newPage();
  complaints = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !message.text().includes('favicon'))
      complaints.push(message.text());
  });
}
beforeEach(() => open());
afterEach(() => context.close());

const start = (party: RelyingParty, parameters: Record<string, string> = {}) =>
  party.start({ redirect_uri: callback, ...parameters });

async function fill(secret = password): Promise<void> {
  await page.getByLabel('Email or username').fill(user.username ?? '');
  await page.getByLabel('Password', { exact: true }).fill(secret);
}

/** Waits for the redirect to the application, and redeems the code. */
async function arrive(party: RelyingParty, journey: client_journey): Promise<void> {
  await page.waitForURL(`${home}/**`);
  const back = new URL(callback + new URL(page.url()).search);
  const tokens = await party.redeem(journey, back);
  expect(tokens.claims()?.sub).toBe(user.id);
}
type client_journey = Awaited<ReturnType<RelyingParty['start']>>;

describe.each([true, false])('in a browser with JavaScript: %s', (javaScriptEnabled) => {
  beforeEach(async () => {
    if (javaScriptEnabled) return;
    await context.close();
    await open({ javaScriptEnabled });
  });

  test('a user signs in, and the application redirects to another origin', async () => {
    const journey = await start(web);
    await page.goto(journey.url.href);
    expect(await page.title()).toBe('Sign in – Order desk');
    await fill();
    await page.click('button[name=answer]');
    await arrive(web, journey);
    expect(complaints).toEqual([]);
  });

  test('a user consents to a third-party application', async () => {
    const journey = await start(partner, { scope: 'openid email read', resource: api });
    await page.goto(journey.url.href);
    await fill();
    await page.click('button[name=answer]');
    await page.getByRole('heading', { name: /^Allow A partner/ }).waitFor();
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    await arrive(partner, journey);
    expect(complaints).toEqual([]);
  });

  test('a user who cancels returns to the application', async () => {
    await page.goto((await start(web)).url.href);
    await page.getByRole('button', { name: 'Back to Order desk' }).click();
    await page.waitForURL(`${home}/**`);
    expect(new URL(page.url()).searchParams.get('error')).toBe('access_denied');
    expect(complaints).toEqual([]);
  });

  test('a user signs in with another account', async () => {
    const other = await addUser(issuer.database.prisma);
    await page.goto((await start(web)).url.href);
    await fill();
    await page.click('button[name=answer]');
    await page.waitForURL(`${home}/**`);
    const journey = await start(web, { prompt: 'login' });
    await page.goto(journey.url.href);
    await page.getByLabel('Email or username').fill(other.username ?? '');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.click('button[name=answer]');
    await page.waitForURL(`${home}/**`);
    const back = new URL(callback + new URL(page.url()).search);
    expect((await web.redeem(journey, back)).claims()?.sub).toBe(other.id);
    expect(complaints).toEqual([]);
  });

  test('the response is sent to the application as a form if it requests that (response_mode=form_post)', async () => {
    await page.goto((await start(web, { response_mode: 'form_post' })).url.href);
    await fill();
    const sent = page.waitForRequest((request) => request.url() === callback && request.method() === 'POST');
    await page.click('button[name=answer]');
    if (!javaScriptEnabled) await page.getByRole('button', { name: 'Continue' }).click();
    expect([...new URLSearchParams((await sent).postData() ?? '').keys()]).toEqual(['code', 'state', 'iss']);
    await page.waitForURL(`${home}/**`);
    expect(complaints).toEqual([]);
  });

  test('a user signs out and returns to the application', async () => {
    const journey = await start(web);
    await page.goto(journey.url.href);
    await fill();
    await page.click('button[name=answer]');
    await arrive(web, journey);
    const query = { client_id: web.config.clientMetadata().client_id, post_logout_redirect_uri: callback };
    await page.goto(client.buildEndSessionUrl(web.config, query).href);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(`${home}/**`);
    await page.goto((await start(web)).url.href);
    expect(await page.getByLabel('Email or username').isVisible()).toBe(true);
    expect(complaints).toEqual([]);
  });
});

describe('by keyboard', () => {
  // Browsers draw a page before its field with autofocus has the focus.
  const focused = () => page.evaluate(() => document.activeElement?.id);

  test('the field comes first, Enter submits, and the focus is on the next field or button', async () => {
    await page.goto((await start(web)).url.href);
    await expect.poll(focused).toBe('identifier');
    await page.keyboard.type(user.username ?? '');
    await page.keyboard.press('Enter');
    await expect.poll(focused).toBe('password');
    await page.keyboard.type('wrong password');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    await expect.poll(focused).toBe('password');
    expect(await page.title()).toBe('Error: Sign in – Order desk');
    expect(await page.getByLabel('Email or username').inputValue()).toBe(user.username);
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${home}/**`);
  });

  test('a user with a login hint types the password at once', async () => {
    await page.goto((await start(web, { login_hint: user.email ?? '' })).url.href);
    await expect.poll(focused).toBe('password');
    expect(await page.getByLabel('Email or username').inputValue()).toBe(user.email);
  });

  test('password managers recognize both fields, and screen readers announce errors', async () => {
    await page.goto((await start(web)).url.href);
    await fill('wrong password');
    await page.click('button[name=answer]');
    await page.getByRole('alert').waitFor();
    for (const [label, autocomplete] of [
      ['Email or username', 'username'],
      ['Password', 'current-password'],
    ] as const) {
      const field = page.getByLabel(label, { exact: true });
      expect(await field.getAttribute('autocomplete')).toBe(autocomplete);
      expect(await field.getAttribute('aria-invalid')).toBe('true');
      expect(await page.locator(`#${await field.getAttribute('aria-describedby')}`).textContent()).toContain(
        'Incorrect email, username or password',
      );
    }
  });
});

/** Every page, and how to open it. */
const pages: Record<string, () => Promise<void>> = {
  'sign-in': async () => void (await page.goto((await start(web)).url.href)),
  'sign-in refused': async () => {
    await page.goto((await start(web)).url.href);
    await fill('wrong password');
    await page.click('button[name=answer]');
    await page.getByRole('alert').waitFor();
  },
  consent: async () => {
    await page.goto((await start(partner, { scope: 'openid profile email read write', resource: api })).url.href);
    await fill();
    await page.click('button[name=answer]');
    await page.getByRole('heading', { name: /^Allow/ }).waitFor();
  },
  'sign-out': async () => {
    const journey = await start(web);
    await page.goto(journey.url.href);
    await fill();
    await page.click('button[name=answer]');
    await page.waitForURL(`${home}/**`);
    await page.goto(`${issuer.issuer}/session/end`);
    await page.getByRole('heading', { name: 'Do you want to sign out?' }).waitFor();
  },
  'signed out': async () => void (await page.goto(`${issuer.issuer}/session/end/success`)),
  expired: async () => void (await page.goto(`${issuer.publicUrl}/sign-in/gone`)),
  error: async () => void (await page.goto(`${issuer.issuer}/auth?client_id=unknown`)),
};

describe.each(Object.entries(pages))('the page "%s"', (name, visit) => {
  test('has no axe violation in light and dark, and fits on 360 pixels, also with text twice as large', async () => {
    await visit();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect([colorScheme, await accessibilityProblems(page)]).toEqual([colorScheme, []]);
    }
    await page.setViewportSize({ width: 360, height: 640 });
    const overflow = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(await overflow()).toBe(0);
    const folder = process.env['SCREENSHOTS'];
    if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    expect(await overflow()).toBe(0);
  });
});

test('an application can open the sign-in in a popup window, and receives its message', async () => {
  const { url } = await start(web);
  await page.goto(`${home}/`);
  const opened = page.waitForEvent('popup');
  await page.evaluate((address) => void window.open(address, 'sign-in', 'popup'), url.href);
  page = await opened;
  await fill();
  await page.click('button[name=answer]');
  await page.waitForURL(`${home}/**`);
  expect(await page.evaluate(() => window.opener !== null)).toBe(true);
});

test('a page of another site cannot frame the sign-in page', async () => {
  const { url } = await start(web);
  await page.goto(`${home}/`);
  await page.setContent(`<iframe src="${url.href.replaceAll('&', '&amp;')}"></iframe>`);
  await expect.poll(() => complaints.join('\n')).toMatch(/frame-ancestors|X-Frame-Options/i);
});

test('no request of this file caused an internal error', () => {
  expect(issuer.faults).toEqual([]);
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { password } from '../support/password.ts';
import { startConsole, type TestConsole } from '../support/browsers/console.ts';

let console_: TestConsole;
beforeAll(async () => {
  console_ = await startConsole();
});
afterAll(() => console_[Symbol.asyncDispose]());

const stored = (page: Page) => page.evaluate(() => JSON.stringify([localStorage, sessionStorage, document.cookie]));
const heading = (page: Page) => page.textContent('h1');

describe('a visitor of the console', () => {
  it('is led to it by the address of the platform; for programs there is nothing at that address', async () => {
    const visit = (accept: string) =>
      fetch(`${console_.app.config.publicUrl}/`, { headers: { accept }, redirect: 'manual' });
    const answers = await Promise.all(['text/html', '*/*', 'application/json'].map(visit));
    expect(answers.map(({ status }) => status)).toEqual([302, 404, 404]);
    expect(answers[0]?.headers.get('location')).toBe('/console/');
  });

  it('finds links on the overview to addresses that exist', async () => {
    const page = await console_.open('/');
    await page.locator('dl a[href*=openid-configuration]').waitFor();
    const links = await page.locator('dl a').evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
    expect(links.length).toBe(5);
    const { publicUrl } = console_.app.config;
    const visit = (link: string) => fetch(new URL(link, publicUrl), { headers: { accept: 'text/html' } });
    const answers = await Promise.all(links.map(visit));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  });

  it('signs in by the issuer, and continues at the address, query included', async () => {
    const page = await (await console_.context()).newPage();
    await console_.signIn(page, '/users?q=nothing&order=NAME');
    expect(await heading(page)).toContain('Users');
    expect(new URL(page.url()).search).toBe('?q=nothing&order=NAME');
    expect(await stored(page)).toBe('[{},{},""]');
    expect(page.url()).not.toMatch(/code=|token/);
  });

  it('is signed in to each new tab and after a reload without a page of the issuer', async () => {
    const page = await console_.open('/roles');
    const second = await page.context().newPage();
    const seen: string[] = [];
    second.on('framenavigated', (frame) => seen.push(new URL(frame.url()).pathname));
    await second.goto(`${console_.app.config.publicUrl}/console/users`);
    await second.waitForSelector('[data-state=live]');
    await second.reload();
    await second.waitForSelector('[data-state=live]');
    expect(new Set(seen)).toEqual(new Set(['/console/users']));
    expect(await stored(second)).toBe('[{},{},""]');
  });

  it.each([
    '//evil.example/console/',
    'https://evil.example/console/',
    String.raw`/\evil.example/console/`,
    '/console/../oidc/auth',
    '/console-of-another',
    'javascript:alert(1)',
  ])('continues at the overview when the remembered address was replaced by %s', async (hostile) => {
    const page = await (await console_.context()).newPage();
    await page.goto(`${console_.app.config.publicUrl}/console/users`);
    await page.fill('input[name=identifier]', 'admin');
    await page.evaluate((returnTo) => {
      for (const [key, value] of Object.entries(sessionStorage)) {
        const waiting = JSON.parse(String(value)) as object;
        sessionStorage.setItem(key, JSON.stringify({ ...waiting, returnTo }));
      }
    }, hostile);
    await page.fill('input[name=password]', password);
    await page.click('button[name=answer][value=yes]');
    await page.waitForSelector('[data-state=live]');
    expect(page.url()).toBe(`${console_.app.config.publicUrl}/console/`);
    expect(await stored(page)).toBe('[{},{},""]');
  });

  it('a tab that did not begin the sign-in is not signed in by its answer', async () => {
    const page = await (await console_.context()).newPage();
    await page.goto(`${console_.app.config.publicUrl}/console/callback?code=abc&state=made-up`);
    await page.waitForSelector('[role=alert]');
    expect(await page.textContent('[role=alert]')).toContain('This tab did not begin this sign-in.');
  });
});

describe('the first view', () => {
  it('loads the code of its page while the person is signed in, before it sends a query', async () => {
    const context = await console_.context();
    await console_.signIn(await context.newPage(), '/');
    const page = await context.newPage();
    const paths: string[] = [];
    page.on('request', (request) => paths.push(new URL(request.url()).pathname));
    await page.goto(`${console_.app.config.publicUrl}/console/roles`);
    await page.waitForSelector('[data-state=live]');
    const code = paths.findIndex((path) => /^\/console\/assets\/list-.*\.js$/.test(path));
    expect(code).toBeGreaterThan(0);
    expect(code).toBeLessThan(paths.indexOf('/graphql'));
  });
});

describe('the end of a session', () => {
  it('a sign-out in one tab ends the session of the other', async () => {
    const context = await console_.context();
    const [first, second] = [await context.newPage(), await context.newPage()];
    await console_.signIn(first, '/users');
    await second.goto(`${console_.app.config.publicUrl}/console/users`);
    await second.waitForSelector('[data-state=live]');
    await first.click('[aria-label="Your account"]');
    const signedOut = first.waitForResponse((response) => response.url().includes('/session/end'));
    await first.click('text=Sign out');
    expect((await (await signedOut).allHeaders())['clear-site-data']).toBe('"cache"');
    await second.waitForSelector('text=Your session has ended');
    expect(await second.getByRole('dialog').isVisible()).toBe(true);
  });

  it('is not announced while the issuer cannot answer: what was typed stays, and is sent afterwards', async () => {
    const page = await (await console_.context()).newPage();
    await console_.signIn(page, '/users');
    await page.evaluate((end) => {
      const watch = () => document.body.textContent.includes(end) && (document.body.dataset['announced'] = 'yes');
      new MutationObserver(watch).observe(document.body, { childList: true, subtree: true });
    }, 'Your session has ended');
    await page.route('**/oidc/auth?*', (route) => route.fulfill({ status: 503 }));
    const refused = page.waitForResponse((response) => response.status() === 503);
    await page.getByRole('button', { name: 'New user' }).click();
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await page.getByRole('textbox', { name: 'Username', exact: true }).fill('ada');
    await name.fill('Ada Lovelace');
    await refused;
    await page.unroute('**/oidc/auth?*');
    await name.fill('Ada Byron');
    await page.waitForSelector('text=User.Created', { state: 'attached' });
    expect(await page.evaluate(() => document.body.dataset['announced'])).toBeUndefined();
    expect(await name.inputValue()).toBe('Ada Byron');
  });

  it('an end elsewhere keeps what was typed, and a window signs in again', async () => {
    const page = await (await console_.context()).newPage();
    await console_.signIn(page, '/users?do=createUser');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ada Lovelace');
    const { users } = await console_.call<{ users: { nodes: { id: string }[] } }>(
      '{ users(first: 1, filter: { username: "admin" }) { nodes { id } } }',
    );
    await console_.call('mutation ($input: EndUserSessionsInput!) { endUserSessions(input: $input) { user { id } } }', {
      input: { userId: users.nodes[0]?.id },
    });
    await page.waitForSelector('text=Your session has ended');
    // An attempt of the feed to go on begins before the sign-in, and ends after it.
    const isSignedIn = Promise.withResolvers<void>();
    const isRequested = page.waitForRequest('**/oidc/auth?*');
    let requests = 0;
    await page.route('**/oidc/auth?*', async (route) => {
      if (requests++ > 0) return route.continue();
      const response = await route.fetch({ maxRedirects: 0 });
      await isSignedIn.promise;
      return route.fulfill({ response });
    });
    await isRequested;
    const [window] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('button', { name: 'Sign in again' }).click(),
    ]);
    await window.fill('input[name=identifier]', 'admin');
    await window.fill('input[name=password]', password);
    await Promise.all([window.waitForEvent('close'), window.click('button[name=answer][value=yes]')]);
    isSignedIn.resolve();
    await page.waitForSelector('text=Your session has ended', { state: 'hidden' });
    expect(await page.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('Ada Lovelace');
  });
});

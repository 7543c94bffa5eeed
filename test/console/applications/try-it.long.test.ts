import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { systemIds } from '../../../src/platform/ids/ids.ts';
import { accessibilityProblems } from '../../support/browsers/chromium.ts';
import {
  callerOf,
  type ConsoleBrowser,
  consoleEnvironment,
  startConsoleBrowser,
} from '../../support/browsers/console.ts';
import { type Balancer, startBalancer } from '../../support/servers/balancer.ts';
import { type OwnDatabase, ownDatabase } from '../../support/servers/database.ts';
import { killAll, startPlatform } from '../../support/servers/platform-process.ts';

/** Two processes of one platform: each request of a browser goes to another one than the request before. */
let own: OwnDatabase;
let balancer: Balancer;
let console_: ConsoleBrowser;
let call: ReturnType<typeof callerOf>['call'];
const first = { clientId: systemIds.next('application'), clientSecret: systemIds.secret() };

beforeAll(async () => {
  [own, balancer] = await Promise.all([ownDatabase(), startBalancer()]);
  for (let process = 0; process < 2; process++) {
    const platform = await startPlatform({
      ...consoleEnvironment,
      PUBLIC_URL: balancer.url,
      DATABASE_URL: own.url,
      REDIS_URL: inject('redis'),
      BOOTSTRAP_CLIENT_ID: first.clientId,
      BOOTSTRAP_CLIENT_SECRET: first.clientSecret,
    });
    await platform.ready;
    balancer.targets.push(platform.url);
  }
  console_ = await startConsoleBrowser(balancer.url);
  ({ call } = callerOf(balancer.url, { ...first, resource: `${balancer.url}/api` }));
  await makeApis();
});
afterAll(async () => {
  await console_[Symbol.asyncDispose]();
  killAll();
  await balancer[Symbol.asyncDispose]();
  await own.drop();
});

async function create(operation: string, fields: string, input: object): Promise<Record<string, never>> {
  const type = `${operation.charAt(0).toUpperCase()}${operation.slice(1)}Input`;
  const data = await call<Record<string, Record<string, never>>>(
    `mutation ($input: ${type}!) { ${operation}(input: $input) { ${fields} } }`,
    { input },
  );
  return data[operation] ?? {};
}

/** Orders calls Payments; the administrator and services hold a scope of Payments by a role. */
let roleId: string;
async function makeApis(): Promise<void> {
  const scopes = (name: string) => [{ name }];
  await create('createApiResource', 'apiResource { id }', {
    name: 'Orders',
    indicator: 'https://orders.example.com',
    scopes: scopes('orders:read'),
  });
  await create('createApiResource', 'apiResource { id }', {
    name: 'Payments',
    indicator: 'https://payments.example.com',
    scopes: scopes('payments:read'),
  });
  const found = await call<{ scopes: { nodes: { id: string }[] }; users: { nodes: { id: string }[] } }>(
    '{ scopes(search: "payments:read") { nodes { id } } users(search: "admin") { nodes { id } } }',
  );
  const made = await create('createRole', 'role { id }', {
    name: 'Payer',
    scopeIds: found.scopes.nodes.map(({ id }) => id),
    userIds: found.users.nodes.map(({ id }) => id),
  });
  roleId = (made as { role?: { id: string } }).role?.id ?? '';
}

const dialog = (page: Page): Locator => page.getByRole('dialog');
const tryIt = (page: Page): Locator => page.getByRole('region', { name: 'Try it' });

/** Sets up an application in the console, from the list to its secret, or to its code. */
async function setUp(type: string, name: string, fill: (page: Page) => Promise<void> = async () => {}): Promise<Page> {
  const page = await console_.open('/applications');
  await page.getByRole('button', { name: 'New application' }).click();
  await dialog(page)
    .getByRole('button', { name: new RegExp(`^${type} `) })
    .click();
  await dialog(page).getByRole('textbox', { name: 'Name', exact: true }).first().fill(name);
  await fill(page);
  await dialog(page).getByRole('button', { name: 'Create application' }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await tryIt(page).waitFor();
  return page;
}

/** The rows of claims below a title: name, value and meaning. */
const claims = (page: Page, title: string): Promise<Record<string, string>> =>
  tryIt(page)
    .locator('section', { has: page.getByRole('heading', { name: title, exact: true }) })
    .last()
    .evaluate((section) =>
      Object.fromEntries(
        [...section.querySelectorAll('.claims > div')].map((row) => [
          row.children[0]?.textContent ?? '',
          row.children[1]?.textContent ?? '',
        ]),
      ),
    );

/** The code below a label, as its button copies it. */
async function copied(page: Page, label: string): Promise<string> {
  const code = page.locator('.code-frame', { has: page.getByLabel(label, { exact: true }) });
  await code.getByRole('button', { name: 'Copy' }).click();
  await code.getByText('Copied').waitFor();
  return page.evaluate(() => navigator.clipboard.readText());
}

/** Presses the button, which opens a window, and waits until the window has closed by itself. */
async function signInBeside(page: Page): Promise<void> {
  const [window_] = await Promise.all([
    page.context().waitForEvent('page'),
    tryIt(page).getByRole('button', { name: 'Try signing in' }).click(),
  ]);
  if (!window_.isClosed()) await window_.waitForEvent('close');
}

describe('an application is set up in one sitting, and tried out at its end:', () => {
  it('a service gets a token with the secret that was just shown', async () => {
    const page = await setUp('Machine to machine', 'Ledger');
    const secret = await page.locator('[data-secret]').textContent();
    expect(secret).toMatch(/^[\w-]{40,}$/);
    const applicationId = new URL(page.url()).pathname.split('/')[3];
    await create('assignApplicationRoles', 'application { id }', { applicationId, roleIds: [roleId] });
    await tryIt(page).getByRole('button', { name: 'Get a token' }).click();
    await tryIt(page).getByText('It gets tokens for Payments.').waitFor();
    expect(await tryIt(page).locator('.test-step .good').count()).toBe(7);
    expect(await claims(page, 'Access token: what the API receives')).toMatchObject({
      sub: applicationId,
      aud: 'https://payments.example.com',
      scope: 'payments:read',
    });
    expect(await accessibilityProblems(page)).toEqual([]);
    const environment = await copied(page, 'Environment');
    const program = await copied(page, 'Call an API as the application itself, curl');
    const { stdout } = await promisify(execFile)('sh', ['-c', `${environment}\n${program}`]);
    expect(JSON.parse(stdout)).toMatchObject({ token_type: 'Bearer', scope: 'payments:read' });
    // The secret is in the memory of the page only, and not shown after "I have copied it".
    const stored = await page.evaluate(() =>
      JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie]),
    );
    expect(stored).not.toContain(secret);
    await page.getByRole('button', { name: 'I have copied it' }).click();
    expect(await page.content()).not.toContain(secret);
    await tryIt(page).getByText('With the secret that you have made here.').waitFor();
    await tryIt(page).getByRole('button', { name: 'Get a token' }).click();
    await tryIt(page).getByText('It gets tokens for Payments.').waitFor();
    expect(await page.content()).not.toContain(secret);
    await tryIt(page).getByRole('button', { name: 'Use another secret' }).click();
    await tryIt(page).getByLabel('Secret', { exact: true }).fill('wrong');
    await tryIt(page).getByRole('button', { name: 'Get a token' }).click();
    await tryIt(page).getByText('The secret is wrong, has expired, or was revoked.').waitFor();
  });

  it('a service exchanges the token of the administrator, and shows what the next API checks', async () => {
    const page = await setUp('Machine to machine', 'Orders backend', (at) =>
      dialog(at).getByRole('checkbox', { name: 'Token exchange allowed' }).check(),
    );
    await tryIt(page).getByText('Token exchange', { exact: true }).click();
    for (const [label, name] of [
      ['From: the API that is called', 'Orders'],
      ['To: the next API', 'Payments'],
    ] as const) {
      await tryIt(page).getByRole('combobox', { name: label }).click();
      await page.getByRole('option', { name }).click();
    }
    await tryIt(page).getByRole('button', { name: 'Exchange my token' }).click();
    await tryIt(page).getByText('A token for Orders became one for Payments.').waitFor();
    await tryIt(page).locator('.test-step', { hasText: 'Not expired:' }).locator('time').waitFor();
    expect(await tryIt(page).locator('.test-step .good').count()).toBe(7);
    const applicationId = new URL(page.url()).pathname.split('/')[3];
    expect(await claims(page, '5. What the new token contains')).toMatchObject({
      aud: 'https://payments.example.com',
      client_id: applicationId,
      act: JSON.stringify({ sub: applicationId }),
      scope: 'payments:read',
    });
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it.each([
    ['Web with a server', 'Shop', true],
    ['Single-page', 'Page', false],
  ])('a person signs in to it in a window, without its credentials: %s', async (type, name, hasSecret) => {
    const page = await setUp(type, name);
    expect(await page.locator('[data-secret]').count()).toBe(hasSecret ? 1 : 0);
    await signInBeside(page);
    await tryIt(page).getByText(`The sign-in works: ${name} would receive this.`).waitFor();
    const applicationId = new URL(page.url()).pathname.split('/')[3];
    expect(await claims(page, 'ID token: who has signed in')).toMatchObject({ aud: applicationId });
    expect(await claims(page, 'Userinfo: what the endpoint states about the person')).toMatchObject({
      preferred_username: 'admin',
    });
    expect(await page.content()).not.toMatch(/eyJ[\w-]{20}/);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it.each([
    ['Native', 'App', async () => {}],
    [
      'Web with a server',
      'Partner',
      (at: Page) => dialog(at).getByRole('checkbox', { name: 'From a third party' }).check(),
    ],
  ])('a person answers the question of the platform in the window: %s', async (type, name, fill) => {
    const page = await setUp(type, name, fill);
    const [window_] = await Promise.all([
      page.context().waitForEvent('page'),
      tryIt(page).getByRole('button', { name: 'Try signing in' }).click(),
    ]);
    await Promise.all([window_.waitForEvent('close'), window_.click('button[name=answer][value=yes]')]);
    await tryIt(page).getByText(`The sign-in works: ${name} would receive this.`).waitFor();
    expect(await claims(page, 'ID token: who has signed in')).toHaveProperty('sub');
  });
});

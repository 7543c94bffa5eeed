import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemIds } from '../../src/platform/ids/ids.ts';
import { countActivity } from '../../src/store/activity-counts.ts';
import { addSums } from '../support/exchanges/exchange-rows.ts';
import { password, passwords } from '../support/password.ts';
import { startConsole, type TestConsole } from '../support/browsers/console.ts';

let console_: TestConsole;
let page: Page;
beforeAll(async () => {
  console_ = await startConsole({ ADMINISTRATOR_CONTACT: 'identity@example.com' });
  page = await console_.open('/');
});
afterAll(() => console_[Symbol.asyncDispose]());

describe('the overview', () => {
  const steps = () => page.getByRole('list', { name: 'From nothing to the first exchange' }).getByRole('listitem');

  it('ticks the steps whose records exist, and shows what changes meanwhile', async () => {
    await expect.poll(() => steps().filter({ hasText: 'Done' }).count()).toBe(0);
    await console_.call(
      'mutation ($input: CreateApiResourceInput!) { createApiResource(input: $input) { apiResource { id } } }',
      { input: { name: 'Orders API', indicator: 'https://orders.example.com' } },
    );
    await expect.poll(() => steps().filter({ hasText: 'Done' }).count()).toBe(1);
    await page.getByRole('list', { name: 'Latest changes' }).getByText('ApiResource.Created').waitFor();
  });

  it('warns of an only administrator, and offers to create a second one', async () => {
    const warning = page.locator('.notice', { hasText: 'Only this person can assign roles to people' });
    await warning.getByRole('button', { name: 'Create a second administrator…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create user' });
    await dialog.getByRole('textbox', { name: 'Username' }).fill('second');
    await dialog.getByRole('button', { name: 'Create user' }).click();
    await page.getByRole('complementary').getByText('User created with the role Administrator: second').waitFor();
    await warning.waitFor({ state: 'hidden' });
    expect(console_.complaints).toEqual([]);
  });

  it('counts no application that the platform has made, but one that may exchange', async () => {
    const application = steps().filter({ hasText: 'Create the backend of this API' });
    expect(await application.getByText('Done').count()).toBe(0);
    await console_.call(
      'mutation ($input: CreateApplicationInput!) { createApplication(input: $input) { application { id } } }',
      { input: { name: 'Orders', type: 'MACHINE_TO_MACHINE', secret: { name: 'first' }, tokenExchangeAllowed: true } },
    );
    await application.getByText('Done').waitFor();
  });

  it('has no ticks before it is known what exists', async () => {
    const answer = Promise.withResolvers<void>();
    await page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('query FirstSteps')) await answer.promise;
      await route.continue();
    });
    await page.reload();
    await page.getByRole('list', { name: 'Latest changes' }).waitFor();
    expect(await steps().count()).toBe(0);
    expect(await page.locator('main .skeleton').count()).toBeGreaterThan(0);
    answer.resolve();
    await expect.poll(() => steps().filter({ hasText: 'Done' }).count()).toBe(2);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  it('is put away for good', async () => {
    await page.getByRole('button', { name: 'Put away' }).click();
    await page.getByRole('list', { name: 'From nothing to the first exchange' }).waitFor({ state: 'hidden' });
    await page.reload();
    await page.getByRole('list', { name: 'Latest changes' }).waitFor();
    await expect.poll(() => page.locator('main [aria-busy=true]').count()).toBe(0);
    expect(await steps().count()).toBe(0);
  });

  it('states to a person without permissions that they have none, whom to ask, and nothing else', async () => {
    const input = { username: 'newcomer', email: 'new@example.com', passwordHash: await passwords.hash(password) };
    const { createUser } = await console_.call<{ createUser: { user: { id: string } } }>(
      'mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }',
      { input },
    );
    const notice = 'You hold no permission here.';
    expect(await page.getByText(notice).count()).toBe(0);
    const other = await (await console_.context()).newPage();
    await console_.signIn(other, '/', 'newcomer');
    const card = other.getByRole('region', { name: notice });
    await card.getByText('Whom to ask: identity@example.com').waitFor();
    expect(await card.getByRole('link', { name: 'identity@example.com' }).getAttribute('href')).toBe(
      'mailto:identity@example.com',
    );
    await card.getByText(createUser.user.id).waitFor();
    expect(await other.getByText('Checked, and in order').count()).toBe(0);
    expect(await other.getByRole('heading').allTextContents()).toEqual(['Hello, newcomer', notice]);
    await other.goto(new URL('/console/users', other.url()).href);
    await other.getByText('You lack the permission users:read.').waitFor();
    await other.getByText('Whom to ask: identity@example.com').waitFor();
    await other.context().close();
  });

  it('claims nothing of what was not read: because it may not be read, or because it could not be', async () => {
    const { createRole } = await console_.call<{ createRole: { role: { id: string } } }>(
      'mutation ($input: CreateRoleInput!) { createRole(input: $input) { role { id } } }',
      {
        input: {
          name: 'Watcher',
          scopes: ['webhooks:read', 'connectors:read'].map((name) => ({
            resource: console_.app.config.managementResource,
            name,
          })),
        },
      },
    );
    const input = {
      username: 'watcher',
      passwordHash: await passwords.hash(password),
      roleIds: [createRole.role.id],
    };
    await console_.call('mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }', { input });
    const other = await (await console_.context()).newPage();
    await console_.signIn(other, '/', 'watcher');
    await other.getByText('Checked, and in order: webhooks, connectors.').waitFor();
    await other.getByText(/^Not checked, because you may not read it: identity providers, .*signing keys\.$/).waitFor();
    expect(await other.getByRole('list', { name: 'From nothing to the first exchange' }).count()).toBe(0);
    await other.route('**/graphql', async (route) => {
      if (!route.request().postData()?.includes('query Attention')) {
        await route.continue();
        return;
      }
      const response = await route.fetch();
      const { data } = (await response.json()) as { data: object };
      await route.fulfill({ response, json: { data: { ...data, connectors: null } } });
    });
    await other.reload();
    await other.getByText('Could not be checked: connectors.').waitFor();
    await other.getByText('Checked, and in order: webhooks.').waitFor();
    await other.unrouteAll({ behavior: 'ignoreErrors' });
    await other.context().close();
  });

  it('shows figures as charts with axes, whose bars lead to what they count', async () => {
    const { database, clock } = console_.app.services;
    await countActivity(database, clock.now());
    await page.goto(new URL('/console/', page.url()).href);
    const figures = page.getByRole('region', { name: 'Last 30 days' });
    const bars = figures.getByRole('list', { name: 'Sign-ins' }).getByRole('listitem');
    await expect.poll(() => bars.count()).toBe(30);
    expect(await figures.locator('.bar-scale span').allTextContents()).toEqual([
      expect.stringMatching(/^\d+$/),
      expect.anything(),
      '0',
    ]);
    expect(await bars.locator('span').allTextContents()).toHaveLength(5);
    await figures.getByText(/Counted once a minute: .* Read at \d+:\d\d/).waitFor();
    const total = Number(
      await figures
        .getByRole('button', { name: /^Sign-ins/ })
        .locator('strong')
        .textContent(),
    );
    expect(total).toBeGreaterThan(0);
    await bars.last().getByRole('link').focus();
    await page.keyboard.press('ArrowLeft');
    expect(
      await bars
        .nth(28)
        .getByRole('link')
        .evaluate((link) => link === document.activeElement),
    ).toBe(true);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Audit' }).waitFor();
    await expect.poll(() => page.locator('tbody tr').count()).toBe(total);
    expect(new Set(await page.locator('tbody tr code').allTextContents())).toEqual(new Set(['PostSignIn']));
    await page.goBack();
    await figures.getByRole('button', { name: 'New users' }).click();
    expect(new URL(page.url()).search).toContain('usersCreated');
    await figures.getByRole('link', { name: 'All of: New users' }).click();
    await page.locator('tbody').getByText('User.Created').first().waitFor();
    expect(console_.complaints).toEqual([]);
  });

  it('lists what needs attention, with a link to where it is fixed', async () => {
    const attention = page.getByRole('region', { name: 'What needs attention' });
    await page.goto(new URL('/console/', page.url()).href);
    await attention.getByText('Checked, and in order').waitFor();
    const [application] = await console_.app.services.database.prisma.application.findMany({ take: 1 });
    const at = console_.app.services.clock.now();
    await addSums(console_.app.services.database, [
      { applicationId: application?.id ?? '', reason: 'SCOPE_NOT_HELD', count: 3, at },
    ]);
    await console_.call('mutation ($input: CreateRoleInput!) { createRole(input: $input) { role { id } } }', {
      input: { name: 'Auditor' },
    });
    await attention.getByRole('link', { name: '3 exchanges were refused since yesterday.' }).click();
    await page.getByRole('heading', { name: 'Delegation map' }).waitFor();
    await page.getByRole('cell', { name: /^3: / }).waitFor();
    expect(console_.complaints).toEqual([]);
  });

  it('counts the accounts that are to be deleted, and leads to them; an administrator keeps one', async () => {
    const { prisma } = console_.app.services.database;
    const now = console_.app.services.clock.now();
    const deletionDueAt = new Date(now.getTime() + 5 * 86_400_000);
    const id = systemIds.next('user');
    await prisma.user.create({ data: { id, name: 'Grace Hopper', suspendedAt: now, deletionDueAt } });
    await page.goto(new URL('/console/', page.url()).href);
    await page.getByRole('link', { name: '1 account is to be deleted, as its person has requested.' }).click();
    await page.getByRole('link', { name: 'Grace Hopper' }).click();
    const notice = page.getByText('This person has deleted the account.');
    await notice.getByText('in 5 days').waitFor();
    await page.locator('.notice').getByRole('button', { name: 'Reactivate' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Reactivate/ })
      .click();
    await notice.waitFor({ state: 'hidden' });
    expect(await prisma.user.findUniqueOrThrow({ where: { id } })).toMatchObject({
      suspendedAt: null,
      deletionDueAt: null,
    });
    expect(console_.complaints).toEqual([]);
  });
});

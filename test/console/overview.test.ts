import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemIds } from '../../src/platform/ids/ids.ts';
import { addExchangeCounts } from '../../src/store/exchange-counts.ts';
import { password, passwords } from '../support/password.ts';
import { startConsole, type TestConsole } from '../support/browsers/console.ts';

let console_: TestConsole;
let page: Page;
beforeAll(async () => {
  console_ = await startConsole();
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

  it('counts no application that the platform has made, but one that may exchange', async () => {
    const application = steps().filter({ hasText: 'Create the application that calls it' });
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

  it('states to a person without permissions that they have none', async () => {
    const input = { username: 'newcomer', passwordHash: await passwords.hash(password) };
    await console_.call('mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }', { input });
    const notice = 'You hold no permission here. An administrator can give you a role.';
    expect(await page.getByText(notice).count()).toBe(0);
    const other = await (await console_.context()).newPage();
    await console_.signIn(other, '/', 'newcomer');
    await expect.poll(() => other.getByText(notice).count()).toBe(1);
    await other.context().close();
  });

  it('lists what needs attention, with a link to where it is fixed', async () => {
    const attention = page.getByRole('region', { name: 'What needs attention' });
    await attention.getByText('Nothing needs your attention').waitFor();
    const [application] = await console_.app.services.database.prisma.application.findMany({ take: 1 });
    const at = console_.app.services.clock.now();
    await addExchangeCounts(console_.app.services.database, [
      {
        applicationId: application?.id ?? '',
        subjectApplicationId: '',
        resource: 'https://orders.example.com',
        error: 'invalid_scope',
        reason: 'SCOPE_NOT_HELD',
        count: 3,
        firstAt: at,
        lastAt: at,
      },
    ]);
    await console_.call('mutation ($input: CreateRoleInput!) { createRole(input: $input) { role { id } } }', {
      input: { name: 'Auditor' },
    });
    await attention.getByRole('link', { name: '3 exchanges were refused since yesterday.' }).click();
    await page.getByRole('heading', { name: 'Delegation map' }).waitFor();
    await page.getByRole('cell', { name: '3: none' }).waitFor();
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

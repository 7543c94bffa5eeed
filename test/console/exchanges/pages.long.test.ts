import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityProblems } from '../../support/browsers/chromium.ts';
import { startConsole, type TestConsole } from '../../support/browsers/console.ts';
import { changesOf } from '../../support/browsers/console-changes.ts';
import { sumUp } from '../../support/exchanges/exchange-rows.ts';
import { type ActingService, startActingService } from './acting-service.ts';

let console_: TestConsole;
let acting: ActingService;
let page: Page;
let granted: string;
beforeAll(async () => {
  console_ = await startConsole();
  acting = await startActingService(console_);
  granted = (await acting.exchange()) ?? '';
  await acting.exchange('orders:delete');
  page = await console_.open('/exchanges');
});
afterAll(() => console_[Symbol.asyncDispose]());

const rows = () => page.getByRole('table').getByRole('row').filter({ hasText: 'Order service' });
const goTo = (path: string) => page.goto(`${console_.app.config.publicUrl}/console${path}`);

describe('the page of token exchanges', () => {
  it('shows who acted for whom at which API, with the scopes, or why not', async () => {
    const row = rows().filter({ hasText: 'granted' });
    await row.waitFor();
    for (const text of ['Ada Lovelace', 'Order service', 'Orders API', 'orders:read'])
      await row.getByText(text).waitFor();
    await rows().filter({ hasText: 'refused' }).getByText('the person holds none of these scopes').waitFor();
    expect(await rows().count()).toBe(2);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it('keeps those of a condition, which is in the address', async () => {
    await page.getByRole('combobox', { name: 'State' }).selectOption('REFUSED');
    await expect.poll(() => rows().count()).toBe(1);
    expect(new URL(page.url()).searchParams.get('where')).toContain('REFUSED');
    await goTo(`/exchanges?where=${encodeURIComponent(JSON.stringify({ userId: acting.userId, outcome: 'GRANTED' }))}`);
    await expect.poll(() => rows().count()).toBe(1);
  });

  it('is where each bar of their figures on the overview leads: the exchanges of that day', async () => {
    const { tokens, database } = console_.app.services;
    await tokens.ledger.write();
    await sumUp(database);
    await goTo(`/?where=${encodeURIComponent(JSON.stringify({ figure: 'exchangesRefused' }))}`);
    const bars = page.getByRole('list', { name: 'Exchanges refused' }).getByRole('link');
    await expect.poll(() => bars.last().getAttribute('aria-label')).toMatch(/: 1$/);
    await bars.last().click();
    await page.waitForURL('**/exchanges?**');
    await expect.poll(() => rows().count()).toBe(1);
    await page.goBack();
    await bars.first().click();
    await page.getByText('Nothing matches').waitFor();
  });

  it('opens an exchange by the `jti` of its token: its parties, its decision, its chain', async () => {
    await goTo('/exchanges');
    const find = page.getByRole('searchbox').or(page.getByRole('textbox')).first();
    await find.fill(granted);
    await find.press('Enter');
    await page.waitForURL(`**/exchanges/${granted}`);
    await page.getByText('none in particular').waitFor();
    await page.getByRole('link', { name: /Web shop/ }).waitFor();
    const chain = page.getByRole('heading', { name: 'Chain', exact: true }).locator('xpath=ancestor::section');
    await chain.getByText('granted').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it('leads to the explanation with the same parties', async () => {
    await page.getByRole('link', { name: 'Explain it as of now' }).click();
    await page.waitForURL('**/explain?**');
    const { searchParams } = new URL(page.url());
    expect([searchParams.get('user'), searchParams.get('app'), searchParams.get('resource')]).toEqual([
      acting.userId,
      acting.serviceId,
      acting.apiResourceId,
    ]);
  });
});

describe('an exchange that is not in the ledger', () => {
  it('is not found, with what that can mean', async () => {
    await goTo('/exchanges/019aa0c4-5b1e-7c3a-9d2f-0a1b2c3d4e5f');
    await page.getByText('There is no such exchange').waitFor();
    expect(await page.getByRole('heading', { name: 'Chain' }).count()).toBe(0);
  });
});

describe('the page of a person', () => {
  it('sums up what applications did for them, and leads to each exchange', async () => {
    await goTo(`/users/${acting.userId}/exchanges`);
    const section = page
      .getByRole('heading', { name: 'Acted for this person in 30 days' })
      .locator('xpath=ancestor::section');
    await section.getByText('orders:read').waitFor();
    await section.getByRole('link', { name: /Order service/ }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await section.getByRole('link', { name: 'Show them' }).click();
    await page.waitForURL('**/exchanges?**');
    await expect.poll(() => rows().count()).toBe(1);
  });

  it('has them in the timeline, in one line for each application and API', async () => {
    await goTo(`/users/${acting.userId}`);
    const entries = page.getByRole('list', { name: 'Timeline' }).getByRole('listitem');
    await entries
      .filter({ hasText: 'Acted for this person, with a token' })
      .getByText(/Order service · app_\w+ · Orders API · https:/)
      .waitFor();
    await page.getByText('Exchanges', { exact: true }).click();
    await expect.poll(() => entries.count()).toBe(2);
    await entries.getByRole('link', { name: 'Exchange refused: the person holds none of these scopes' }).click();
    await page.waitForURL('**/exchanges/*');
    await page.getByText('invalid_scope: the user holds none').waitFor();
  });

  it('has the organizations that the person joined in the timeline', async () => {
    const { run: create } = changesOf(() => console_);
    const { organization } = await create<{ organization: { id: string } }>(
      'createOrganization',
      'organization { id }',
      { name: 'Acme' },
    );
    await create('addOrganizationMembers', 'organization { id }', {
      organizationId: organization.id,
      userIds: [acting.userId],
    });
    await goTo(`/users/${acting.userId}`);
    await page.getByRole('list', { name: 'Timeline' }).getByRole('link', { name: 'Joined Acme' }).click();
    await expect.poll(() => new URL(page.url()).pathname).toMatch(new RegExp(`/organizations/${organization.id}$`));
  });

  it('shows that no application acted', async () => {
    const { createUser } = await console_.call<{ createUser: { user: { id: string } } }>(
      'mutation { createUser(input: { username: "grace" }) { user { id } } }',
    );
    await goTo(`/users/${createUser.user.id}/exchanges`);
    await page.getByText('No application has obtained a token for this person in 30 days').waitFor();
    expect(await page.getByRole('link', { name: 'Show them' }).count()).toBe(0);
  });
});

describe('an exchange that granted less than was requested', () => {
  it('states which requested scopes an exchange left out, and leads to why', async () => {
    const narrowed = await acting.exchange('orders:read orders:delete');
    await goTo('/exchanges');
    await rows().filter({ hasText: 'granted, 1 scope less' }).getByRole('link').first().click();
    await page.waitForURL(`**/exchanges/${narrowed}`);
    await page.getByText('Requested, but not granted').locator('xpath=..').getByText('orders:delete').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('link', { name: 'Why was orders:delete not granted?' }).click();
    await page.getByRole('status').getByText('orders:read').waitFor();
    await page.locator('.scope-row', { hasText: 'orders:delete' }).getByText('No role has this scope.').waitFor();
  });
});

describe('the explanation of an exchange', () => {
  it('states both obstacles to a scope, a role and the rules, each with what removes it', async () => {
    const { run: create } = changesOf(() => console_);
    await create('setApplicationExchangePolicy', 'application { id }', {
      applicationId: acting.serviceId,
      targets: [{ apiResourceId: acting.apiResourceId, scopes: ['orders:read'] }],
    });
    await goTo(`/explain?app=${acting.serviceId}&user=${acting.userId}&resource=${acting.apiResourceId}`);
    const row = page.locator('.scope-row', { hasText: 'orders:delete' });
    const ruledOut = 'Order service may not obtain it at Orders API: its rules allow only orders:read.';
    await row.getByText('No role has this scope.').waitFor();
    await row.getByText(ruledOut, { exact: true }).waitFor();
    await page.getByText('API resource and scopes: met (only orders:read)').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const dialog = page.getByRole('dialog');
    // With a role alone, the other obstacle is left.
    await row.getByRole('button', { name: 'Create a role for this person…' }).click();
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Deleter');
    await dialog.getByText('Ada Lovelace: 1 role added').waitFor();
    await dialog.getByRole('button', { name: 'Create role' }).click();
    await row.getByText(`Held, but ${ruledOut}`).waitFor();
    await row.getByRole('link', { name: 'Open the rules' }).click();
    await page.waitForURL('**/settings#exchange-rules');
    // The person holds it nevertheless, which is the most that an exchange can grant.
    await goTo(`/users/${acting.userId}/access`);
    const holds = page.getByRole('heading', { name: 'What the person holds at each API resource' });
    await holds.locator('xpath=..').getByText('orders:delete').waitFor();
    await page.getByText('An exchange grants at most this; the rules of an application can narrow it.').waitFor();
  });
});

it('has caused no complaint of the browser', () => {
  expect(console_.complaints).toEqual([]);
});

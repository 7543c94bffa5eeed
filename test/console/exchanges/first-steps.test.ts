import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityProblems } from '../../support/browsers/chromium.ts';
import { Person } from '../../console-matrix/person.ts';
import { changesOf } from '../../support/browsers/console-changes.ts';
import { sumUp } from '../../support/exchanges/exchange-rows.ts';
import { startConsole, type TestConsole } from '../../support/browsers/console.ts';

/** The way of someone new: from an empty platform to what a token would hold, and to the first one. */
let console_: TestConsole;
let person: Person;
beforeAll(async () => {
  console_ = await startConsole();
  person = new Person(await console_.open('/'));
});
afterAll(() => console_[Symbol.asyncDispose]());

const { run } = changesOf(() => console_);
const main = () => person.page.locator('main');
const path = (): string => new URL(person.page.url()).pathname.replace('/console', '');
const inAddress = (name: string): string | null => new URL(person.page.url()).searchParams.get(name);
const explain = () => main().getByRole('link', { name: 'Explain an exchange', exact: true }).first();
/** Its heading greets the person instead of naming the page. */
const goToOverview = () =>
  person.presses('link', 'Overview', person.page.getByRole('navigation', { name: 'Navigation', exact: true }));
const steps = () => person.page.getByRole('list', { name: 'From nothing to the first exchange' }).getByRole('listitem');
const granted = 'The exchange would be granted: payments:read, without payments:refund · valid for 1 hour';

describe('the first steps', () => {
  it('lead to what a token would hold in eleven presses and four dialogs, and are ticked on the way', async () => {
    const done = async (number: number): Promise<void> => {
      await expect.poll(() => steps().filter({ hasText: 'Done' }).count()).toBe(number);
    };
    const waiting = steps().filter({ hasText: 'Create a person' });
    await waiting.getByText('after a role').waitFor();
    expect(await waiting.getByRole('link').count()).toBe(0);
    await person.opens('link', 'Register the API that is called with the new token', 'Create API resource');
    await person.types('Name', 'Payments');
    await person.types('Indicator', 'https://payments.example.com');
    await person.adds('Scopes', 'payments:read payments:refund');
    await person.leavesBy('button', 'Create API resource');
    await done(1);
    await person.opens('link', 'Put its scopes into a role', 'Create role');
    // The API resource is chosen: there is no other.
    await person.presses('button', /^Reader /);
    await person.leavesBy('button', 'Create role');
    await done(2);
    await person.opens('link', 'Create a person with this role', 'Create user');
    await person.types('Name', 'Joan Clarke');
    await person.types('Email', 'joan@example.com');
    await person.leavesBy('button', 'Create user');
    await done(3);
    await person.opens('link', 'Create the backend that calls it, with token exchange allowed', 'Create application');
    await person.types('Name', 'Reports');
    await person.sees('Application created, with token exchange allowed: Reports');
    await person.leavesBy('button', 'Create application');
    await person.seesThe('heading', 'Reports');
    // Otherwise the next press would ask for it.
    await person.presses('button', 'Copy secret');
    await person.sees('Copied');
    await person.presses('link', 'See what a token would hold', main());
    await main().getByRole('status').filter({ hasText: granted }).waitFor();
    expect(person.takeEffort()).toEqual({ presses: 11, fields: 6, dialogs: 4 });
    await goToOverview();
    await done(5);
    expect(console_.complaints).toEqual([]);
  });

  it('end where a token is exchanged, for the API of the way', async () => {
    await person.presses('link', 'Exchange the first token');
    const tryIt = main().getByRole('region', { name: 'Try it' });
    await expect
      .poll(() => tryIt.getByRole('heading', { name: 'Try it' }).evaluate((one) => one === document.activeElement))
      .toBe(true);
    await expect
      .poll(() => tryIt.getByRole('combobox', { name: 'To: the next API' }).inputValue())
      .toMatch(/^Payments/);
    expect(await tryIt.getByRole('button', { name: 'Exchange my token' }).isVisible()).toBe(true);
    // No exchange is from an API to itself.
    expect(await tryIt.getByRole('combobox', { name: 'From: the API that is called' }).inputValue()).toBe('');
    expect(console_.complaints).toEqual([]);
  });
});

describe('Explain an exchange', () => {
  it('is filled in from where one comes: an application, an API resource, a role, a person', async () => {
    for (const [list, name, parameter] of [
      ['Applications', /^Reports/, 'app'],
      ['API resources', /^Payments/, 'resource'],
      ['Roles', 'Payments reader', 'resource'],
      ['Users', /^Joan Clarke/, 'user'],
    ] as const) {
      await person.goesTo(list);
      await main().getByRole('link', { name }).first().click();
      await explain().waitFor();
      const [, , id] = path().split('/');
      await explain().click();
      await main().getByRole('status').filter({ hasText: granted }).waitFor();
      if (list !== 'Roles') expect(inAddress(parameter)).toBe(id);
      expect(['app', 'resource', 'user'].map((one) => inAddress(one) !== null)).toEqual([true, true, true]);
    }
    expect(console_.complaints).toEqual([]);
  });

  it('shows the claims of the token, and restricts the application to its API, which nothing did before', async () => {
    const { page } = person;
    const claims = page.getByRole('region', { name: 'What the token would contain' });
    await claims.getByText('https://payments.example.com', { exact: true }).first().waitFor();
    const texts = await claims.locator('.claims > div').allTextContents();
    expect(texts.map((text) => text.match(/^(iss|aud|sub|scope|client_id|act|exp)/)?.[0])).not.toContain(undefined);
    expect(texts.find((text) => text.startsWith('sub'))).toContain('Joan Clarke');
    expect(texts.find((text) => text.startsWith('act'))).toMatch(/^act\{"sub":"app_\w+"\}/);
    expect(texts.find((text) => text.startsWith('exp'))).toContain('1 hour after it is issued');
    await main().getByText('It can exchange for every API resource', { exact: false }).waitFor();
    await main().getByRole('button', { name: 'Only for Payments…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('API resources: every API resource → only 1').waitFor();
    await dialog.getByRole('button', { name: 'Save rules' }).click();
    await dialog.getByText('Done').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await main().getByText('API resource and scopes: met').waitFor();
    expect(await main().getByRole('button', { name: 'Only for Payments…' }).count()).toBe(0);
    expect(console_.complaints).toEqual([]);
  });

  it('offers the scopes of the API resource, and states the stronger reason alone, with what mends it', async () => {
    const { page } = person;
    await page
      .getByRole('combobox', { name: 'Requested scopes', description: 'Empty: all that the person holds.' })
      .click();
    await page.getByRole('option', { name: 'payments:refund' }).click();
    expect(inAddress('scopes')).toBe('payments:refund');
    // The list, which would cover the answer, opens again by a press or a letter.
    await page.getByRole('option').first().waitFor({ state: 'hidden' });
    await page.keyboard.type('pay');
    await page.getByRole('option', { name: 'payments:read' }).waitFor();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Delete');
    await page.keyboard.press('Escape');
    const row = page.locator('.scope-row', { hasText: 'payments:refund' });
    await row.getByText('No role has this scope.').waitFor();
    expect(await row.getByText('No role of this person').count()).toBe(0);
    await row.getByRole('button', { name: 'Create a role for this person…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create role' });
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Payments clerk');
    await dialog.getByText('Joan Clarke: 1 role added').waitFor();
    await dialog.getByRole('button', { name: 'Create role' }).click();
    await page.getByRole('status').filter({ hasText: 'The exchange would be granted: payments:refund ·' }).waitFor();
    expect(console_.complaints).toEqual([]);
  });

  it('leaves empty what there are several of', async () => {
    await run('createApiResource', 'apiResource { id }', { name: 'Refunds', indicator: 'https://refunds.example.com' });
    const page = await console_.open('/explain');
    await page.getByRole('combobox', { name: 'Application' }).and(page.locator('[title^=Reports]')).waitFor();
    expect(new URL(page.url()).searchParams.get('resource')).toBeNull();
    await page.getByText('Choose an application, a user and an API resource.').waitFor();
  });
});

/** Counts the exchanges until now, which is done once a minute. */
async function count(): Promise<void> {
  await console_.app.services.tokens.ledger.write();
  await sumUp(console_.app.services.database);
}

describe('a second service', () => {
  it('begins in the guide, and has the same steps of its own where it is connected', async () => {
    await goToOverview();
    await person.opens('link', 'or connect another service', 'Create application');
    await person.types('Name', 'Invoices');
    await person.leavesBy('button', 'Create application');
    const ways = person.page.getByRole('list', { name: 'From here to its first exchange' }).getByRole('listitem');
    await ways.filter({ hasText: 'Choose the APIs that it calls for people' }).getByRole('link').click();
    const dialog = person.page.getByRole('dialog');
    await dialog.getByText('Only these').click();
    await dialog.getByRole('combobox', { name: 'API resources for which it can exchange tokens' }).click();
    await person.page.getByRole('option', { name: /^Payments/ }).click();
    await dialog.getByRole('button', { name: 'Save rules' }).click();
    await dialog.getByText('Done').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect.poll(() => ways.filter({ hasText: 'Done' }).count()).toBe(3);
    await ways.filter({ hasText: 'Exchange the first token' }).getByRole('link').click();
    const tryIt = main().getByRole('region', { name: 'Try it' });
    await expect
      .poll(() => tryIt.getByRole('combobox', { name: 'To: the next API' }).inputValue())
      .toMatch(/^Payments/);
    // No record names the other one.
    await tryIt.getByText('Choose it: nothing in the settings of this application names one.').waitFor();
    await tryIt.getByRole('combobox', { name: 'From: the API that is called' }).click();
    await person.page.getByRole('option', { name: /^Refunds/ }).click();
    await tryIt.getByRole('button', { name: 'Exchange my token' }).click();
    const uselessly = tryIt.locator('[data-kind=warn]', { hasText: 'A token for Refunds became one for Payments.' });
    await uselessly.getByText('It has no scopes: you hold none there that this application can get.').waitFor();
    expect(await accessibilityProblems(person.page)).toEqual([]);
    await tryIt.getByRole('button', { name: 'Give me Payments reader…' }).click();
    await dialog.getByRole('button', { name: /^Assign / }).click();
    await dialog.getByText('Done').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await count();
    const overview = await console_.open('/');
    const first = overview.getByRole('listitem').filter({ hasText: 'Exchange the first token' });
    await first.waitFor();
    expect(await first.getByText('Done').count()).toBe(0);
    await overview.close();
    await tryIt.getByRole('button', { name: 'Exchange my token' }).click();
    await tryIt.locator('[data-kind=good]', { hasText: 'A token for Refunds became one for Payments.' }).waitFor();
    await main().getByRole('button', { name: 'I have copied it' }).click();
    await count();
    await person.page.getByRole('navigation', { name: 'Navigation', exact: true }).getByText('Overview').click();
    await main().getByRole('status').getByText('Done: the first token was exchanged.').waitFor();
    await main().getByRole('link', { name: 'Connect another service' }).click();
    await dialog.getByRole('button', { name: 'Create application' }).waitFor();
    expect(console_.complaints).toEqual([]);
  });
});

describe('the list of applications', () => {
  it('has its search, filters, order and columns in one row, 1280 pixels wide, also in German', async () => {
    for (const locale of ['en', 'de']) {
      const page = await console_.open('/applications', { locale });
      const controls = page.locator('main [role=search] :is(input, select, button)');
      await page.locator('tbody tr').first().waitFor();
      const tops = await controls.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)));
      expect(tops.length).toBeGreaterThan(6);
      expect(Math.max(...tops) - Math.min(...tops)).toBeLessThan(8);
    }
  });
});

describe('German', () => {
  it('translates what the platform writes into its own records', async () => {
    const page = await console_.open('/roles', { locale: 'de' });
    await page.getByRole('cell', { name: 'Alle Berechtigungen der Management API.' }).waitFor();
    expect(await page.getByText('Every permission').count()).toBe(0);
  });
});

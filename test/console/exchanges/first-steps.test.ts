import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityProblems } from '../../support/browsers/chromium.ts';
import { Person } from '../../console-matrix/person.ts';
import { changesOf } from '../../support/browsers/console-changes.ts';
import { startConsole, type TestConsole } from '../../support/browsers/console.ts';
import { password, passwords } from '../../support/password.ts';

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
  it('lead to the first token in 18 presses and six dialogs, and are ticked on the way', async () => {
    const done = async (number: number): Promise<void> => {
      await expect.poll(() => steps().filter({ hasText: 'Done' }).count()).toBe(number);
    };
    const waiting = steps().filter({ hasText: 'Give this role to a person' });
    await waiting.getByText('after a role').waitFor();
    expect(await waiting.getByRole('link').count()).toBe(0);
    await person.opens('link', 'Register the API that is called, for example Payments', 'Create API resource');
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
    await person.opens(
      'link',
      'Give this role to a person, for example to yourself',
      'Assign Payments reader to Administrator',
    );
    await person.sees('1 scope more: payments:read');
    await person.leavesBy('button', 'Assign Payments reader');
    await done(3);
    await person.opens('link', /^Register the API that calls the first one/, 'Create API resource');
    await person.sees(/^This is the API that calls the first one/);
    await person.page.getByRole('dialog').getByPlaceholder('reports:read – press Enter after each').waitFor();
    await person.types('Name', 'Reports API');
    await person.types('Indicator', 'https://reports.example.com');
    await person.adds('Scopes', 'reports:read');
    await person.leavesBy('button', 'Create API resource');
    await done(4);
    await person.opens('link', /^Create the backend of this API/, 'Create application');
    // Only types that can exchange tokens are offered.
    expect(
      await person.page
        .getByRole('dialog')
        .getByRole('button', { name: /has no secret/ })
        .count(),
    ).toBe(0);
    await person.presses('button', /^Machine to machine/);
    await person.types('Name', 'Reports');
    await person.sees('Application created, with token exchange allowed: Reports');
    await person.leavesBy('button', 'Create application');
    await person.seesThe('heading', 'Reports');
    const limit = 'Limit what it may exchange: only payments:read at Payments';
    await person.opens('link', limit, 'Set the exchange rules of Reports');
    await person.leavesBy('button', 'Save rules');
    await person.presses('link', 'See what a token would hold', main());
    await main().getByRole('status').filter({ hasText: granted }).waitFor();
    await goToOverview();
    await done(7);
    await person.presses('link', 'Exchange the first token');
    const tryIt = main().getByRole('region', { name: 'Try it' });
    await expect
      .poll(() => tryIt.getByRole('heading', { name: 'Try it' }).evaluate((one) => one === document.activeElement))
      .toBe(true);
    await expect
      .poll(() => tryIt.getByRole('combobox', { name: 'To: the next API' }).inputValue())
      .toMatch(/^Payments/);
    await person.presses('button', 'Exchange my token');
    await person.sees('A token for Reports API became one for Payments.');
    expect(person.takeEffort()).toEqual({ presses: 18, fields: 7, dialogs: 6 });
    expect(console_.complaints).toEqual([]);
  });

  it('end with it at once, on the overview and where the application is connected', async () => {
    const ofApplication = main().getByRole('list', { name: 'From here to its first exchange' }).getByRole('listitem');
    await ofApplication.filter({ hasText: 'Exchange the first token' }).getByText('Done').waitFor();
    await goToOverview();
    await main().getByRole('status').getByText('Done: the first token was exchanged.').waitFor();
    await main().getByRole('link', { name: 'Connect another service' }).waitFor();
    expect(console_.complaints).toEqual([]);
  });
});

describe('Explain an exchange', () => {
  beforeAll(async () => {
    const { applications } = await console_.call<{ applications: { nodes: { id: string }[] } }>(
      '{ applications(search: "Reports") { nodes { id } } }',
    );
    await run('setApplicationExchangePolicy', 'application { id }', { applicationId: applications.nodes[0]?.id });
  });

  it('is filled in from where one comes: an application, an API resource, a role, a person', async () => {
    for (const [list, name, parameter] of [
      ['Applications', /^Reports/, 'app'],
      ['API resources', /^Payments/, 'resource'],
      ['Roles', 'Payments reader', 'resource'],
      ['Users', /^Administrator/, 'user'],
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
    expect(texts.find((text) => text.startsWith('sub'))).toContain('Administrator');
    expect(texts.find((text) => text.startsWith('act'))).toMatch(/^act\{"sub":"app_\w+"\}/);
    expect(texts.find((text) => text.startsWith('exp'))).toContain('1 hour after it is issued');
    await main().getByText('It can exchange for every API resource', { exact: false }).waitFor();
    await main().getByRole('button', { name: 'Only for Payments…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('API resources: every API resource → only 1').waitFor();
    await dialog.getByRole('button', { name: 'Save rules' }).click();
    await dialog.waitFor({ state: 'hidden' });
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
    await dialog.getByText('Administrator: 1 role added').waitFor();
    await dialog.getByRole('button', { name: 'Create role' }).click();
    await page.getByRole('status').filter({ hasText: 'The exchange would be granted: payments:refund ·' }).waitFor();
    expect(console_.complaints).toEqual([]);
  });

  it('leads a viewer who may not give a role to those who may', async () => {
    const { config } = console_.app;
    const { role } = await run<{ role: { id: string } }>('createRole', 'role { id }', {
      name: 'Auditor',
      scopes: ['applications:read', 'users:read', 'roles:read', 'resources:read'].map((name) => ({
        resource: config.managementResource,
        name,
      })),
    });
    const { user } = await run<{ user: { id: string } }>('createUser', 'user { id }', {
      username: 'auditor',
      passwordHash: await passwords.hash(password),
      roleIds: [role.id],
    });
    const other = await (await console_.context()).newPage();
    const question = `app=${inAddress('app')}&resource=${inAddress('resource')}&user=${user.id}`;
    await console_.signIn(other, `/explain?${question}`, 'auditor');
    await other.locator('.scope-row').getByRole('link', { name: 'Who could give it' }).first().click();
    await other.getByRole('heading', { name: 'Administrators', level: 1 }).waitFor();
    await other.context().close();
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

describe('a second service', () => {
  const ways = () => person.page.getByRole('list', { name: 'From here to its first exchange' }).getByRole('listitem');
  const first = () => ways().filter({ hasText: 'Exchange the first token' });
  const tryIt = () => main().getByRole('region', { name: 'Try it' });
  const dialog = () => person.page.getByRole('dialog');
  const choose = async (label: string, api: RegExp): Promise<void> => {
    await dialog().getByRole('combobox', { name: label }).click();
    await person.page.getByRole('option', { name: api }).click();
  };

  it('begins in the guide, and has the same steps of its own where it is connected', async () => {
    await goToOverview();
    await person.opens('link', 'Connect another service', 'Create application');
    await person.presses('button', /^Machine to machine/);
    await person.types('Name', 'Invoices');
    await person.leavesBy('button', 'Create application');
    await ways().filter({ hasText: 'Choose the APIs that it calls for people' }).getByRole('link').click();
    await dialog().getByText('Only these').click();
    await choose('API resources for which it can exchange tokens', /^Payments/);
    await dialog().getByRole('button', { name: 'Save rules' }).click();
    await dialog().waitFor({ state: 'hidden' });
    await expect.poll(() => ways().filter({ hasText: 'Done' }).count()).toBe(3);
    await first().getByRole('link').click();
    await expect
      .poll(() => tryIt().getByRole('combobox', { name: 'To: the next API' }).inputValue())
      .toMatch(/^Payments/);
    // No record names the other one.
    await tryIt().getByText('Choose it: nothing in the settings of this application names one.').waitFor();
    await ways().getByRole('link', { name: 'Choose the API that it serves' }).click();
    await choose('API resources', /^Refunds/);
    await dialog().getByRole('button', { name: 'Save API resources' }).click();
    await dialog().waitFor({ state: 'hidden' });
    await expect.poll(() => ways().filter({ hasText: 'Done' }).count()).toBe(4);
    expect(console_.complaints).toEqual([]);
  });

  it('has exchanged when a token with scopes was issued', async () => {
    const records = await console_.call<Record<'users' | 'roles', { nodes: { id: string }[] }>>(
      '{ users(search: "admin") { nodes { id } } roles(search: "Payments") { nodes { id } } }',
    );
    for (const { id: roleId } of records.roles.nodes)
      await run('removeUserRole', 'user { id }', { userId: records.users.nodes[0]?.id, roleId });
    await first().getByRole('link').click();
    await expect
      .poll(() => tryIt().getByRole('combobox', { name: 'From: the API that is called' }).inputValue())
      .toMatch(/^Refunds/);
    await tryIt().getByText('You hold no scopes of Payments that this application can get').waitFor();
    await tryIt().getByRole('link', { name: 'Explain it for another person' }).waitFor();
    await tryIt().getByRole('button', { name: 'Exchange my token' }).click();
    const uselessly = tryIt().locator('[data-kind=warn]', { hasText: 'A token for Refunds became one for Payments.' });
    await uselessly.getByText('It has no scopes: you hold none there that this application can get.').waitFor();
    expect(await accessibilityProblems(person.page)).toEqual([]);
    await console_.app.services.tokens.ledger.write();
    await person.page.waitForResponse((response) => response.request().postData()?.includes('HasExchanged') ?? false);
    expect(await first().getByText('Done').count()).toBe(0);
    await tryIt().getByRole('button', { name: 'Give me Payments reader…' }).click();
    await dialog()
      .getByRole('button', { name: /^Assign / })
      .click();
    await dialog().waitFor({ state: 'hidden' });
    await tryIt().getByRole('button', { name: 'Exchange my token' }).click();
    await tryIt().locator('[data-kind=good]', { hasText: 'A token for Refunds became one for Payments.' }).waitFor();
    await first().getByText('Done').waitFor();
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

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityProblems } from '../../support/browsers/chromium.ts';
import { address, changesOf } from '../../support/browsers/console-changes.ts';
import { startConsole, type TestConsole } from '../../support/browsers/console.ts';
import { sumUp } from '../../support/exchanges/exchange-rows.ts';
import { type ActingService, startActingService } from './acting-service.ts';

/** A service without rules, which has exchanged Ada's token for the Orders API three times, with one scope. */
let console_: TestConsole;
let acting: ActingService;
let page: Page;
let reportsId: string;
const { run } = changesOf(() => console_);
beforeAll(async () => {
  console_ = await startConsole();
  acting = await startActingService(console_);
  const reports = { name: 'Reports API', indicator: 'https://reports.example.com', scopes: [{ name: 'reports:read' }] };
  reportsId = (await run<{ apiResource: { id: string } }>('createApiResource', 'apiResource { id }', reports))
    .apiResource.id;
  await acting.exchange('orders:read');
  await acting.exchange('orders:read');
  await acting.exchange('orders:read');
  await sum();
  page = await console_.open(`/applications/${acting.serviceId}/settings`);
});
afterAll(() => console_[Symbol.asyncDispose]());

/** Writes the ledger, and sums it up, at once. */
async function sum(): Promise<void> {
  await console_.app.services.tokens.ledger.write();
  await sumUp(console_.app.services.database);
}

const goTo = (path: string) => page.goto(`${console_.app.config.publicUrl}/console${path}`);
const card = () => page.getByRole('heading', { name: 'Rules', exact: true }).locator('xpath=ancestor::section');
const dialog = () => page.getByRole('dialog');
const scopesOfReports = () =>
  dialog()
    .getByLabel(/^Scopes of Reports API/)
    .first();
const saveButton = () => dialog().getByRole('button', { name: 'Save rules' });
const save = async (button = 'Save rules'): Promise<void> => {
  await dialog()
    .getByText(/: exchange rules changed|: API resource .+ (added|removed)$/)
    .waitFor();
  await dialog().getByRole('button', { name: button }).click();
  await dialog().waitFor({ state: 'hidden' });
};

interface Policy {
  targets: { apiResourceId: string; scopes: string[]; mappings: object[] }[] | null;
  [rule: string]: unknown;
}
async function policyNow(): Promise<Policy> {
  const query = `query ($id: ID!) { application(id: $id) { exchangePolicy {
    targets { apiResourceId scopes mappings { carried allows } }
    subjectAudience scopeRule organizationRule organizationIds maxAuthenticationAge requiredAcr
  } } }`;
  const { application } = await console_.call<{ application: { exchangePolicy: Policy } }>(query, {
    id: acting.serviceId,
  });
  return application.exchangePolicy;
}

describe('the rules of an application', () => {
  it('are all off at first, and each states what that means; the way to the first of them is offered', async () => {
    await card().getByText('It can exchange for every API resource').waitFor();
    await card().getByRole('button', { name: 'Only for certain API resources…' }).waitFor();
    await expect
      .poll(() =>
        card()
          .getByText(/off · /)
          .count(),
      )
      .toBe(4);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it('are restricted to what was used in two presses, as a proposal that refuses nothing of it', async () => {
    await card().getByText('granted 3 exchanges, for 1 API resource.').waitFor();
    await card().getByRole('button', { name: 'Restrict to what was used' }).click();
    await dialog().getByText('Proposal: these are the API resources and scopes').waitFor();
    await dialog().getByText('Of 3 exchanges, none would be refused.').waitFor();
    expect(await saveButton().getAttribute('data-danger')).toBeNull();
    await dialog().getByText('API resources: every API resource → only 1').waitFor();
    // They are recorded since before the application was created: none can be missing.
    expect(await dialog().getByText('They are recorded since').count()).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
    await save();
    expect((await policyNow()).targets).toEqual([
      { apiResourceId: acting.apiResourceId, scopes: ['orders:read'], mappings: [] },
    ]);
    await card().getByText('3 exchanges in 30 days').waitFor();
    await card().getByText('Its rules name nothing else.').waitFor();
    expect(await card().getByRole('button', { name: 'Restrict to what was used' }).count()).toBe(0);
  });

  it('are replaced as a whole: what a form does not show stays', async () => {
    await run('setApplicationExchangePolicy', 'application { id }', {
      applicationId: acting.serviceId,
      targets: [
        {
          apiResourceId: acting.apiResourceId,
          scopes: ['orders:read'],
          mappings: [{ carried: 'shop:buy', allows: ['orders:read'] }],
        },
      ],
      maxAuthenticationAge: 7200,
      requiredAcr: 'URN_MANDATE_LEVEL_1',
      organizationRule: 'OPTIONAL',
    });
    const before = await policyNow();
    await card().getByText('at most 2 hours ago').waitFor();
    await card().getByRole('button', { name: 'Edit rules' }).click();
    await dialog().getByRole('checkbox', { name: 'Never more scopes than the token carries' }).click();
    await dialog().getByText('Scopes: off → never more than the token carries').waitFor();
    await dialog()
      .getByText('These rules cannot be checked against past use: the sign-in and never more scopes')
      .waitFor();
    await save();
    expect(await policyNow()).toEqual({ ...before, scopeRule: 'NEVER_WIDER' });
  });

  it('come back as a whole', async () => {
    const before = { ...(await policyNow()), scopeRule: 'HELD' };
    await page.keyboard.press('u');
    await dialog().getByText('Scopes: never more than the token carries → off').waitFor();
    await save();
    expect(await policyNow()).toEqual(before);
  });

  it('show in red what they would refuse of what was used', async () => {
    await card().getByRole('button', { name: 'Edit rules' }).click();
    const resources = dialog().getByRole('combobox', { name: 'API resources for which it can exchange tokens' });
    await resources.press('Backspace');
    await resources.click();
    await page.getByRole('option', { name: /Reports API/ }).click();
    await dialog().getByText('These rules would refuse what it uses now:').waitFor();
    await dialog().getByText('At least 3 exchanges would be refused.').waitFor();
    await dialog().getByText('added: Reports API: all scopes').waitFor();
    await dialog().getByText('removed: Orders API').waitFor();
    expect(await saveButton().getAttribute('data-danger')).toBe('true');
    await save();
    expect((await policyNow()).targets?.map(({ apiResourceId }) => apiResourceId)).toEqual([reportsId]);
    // The present rules refuse it: the next change is not to blame.
    await card().getByRole('button', { name: 'Edit rules' }).click();
    await dialog().getByText('At least 3 exchanges would be refused.').waitFor();
    expect(await saveButton().getAttribute('data-danger')).toBeNull();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
  });
});

describe('the form of rules', () => {
  it('goes on with their targets after a conflict, if they are chosen in place of a proposal', async () => {
    const before = await policyNow();
    await card().getByRole('button', { name: 'Restrict to what was used' }).click();
    await dialog().getByText('Proposal: these are the API resources and scopes').waitFor();
    const theirs = [{ apiResourceId: reportsId, scopes: ['reports:read'], mappings: [] }];
    await run('setApplicationExchangePolicy', 'application { id }', {
      ...before,
      applicationId: acting.serviceId,
      targets: theirs,
    });
    const conflict = dialog().getByRole('alert', { name: 'Changed meanwhile' });
    await conflict.getByRole('button', { name: 'Take theirs' }).click();
    await conflict.waitFor({ state: 'hidden' });
    await scopesOfReports().waitFor();
    expect(await dialog().getByText('Scopes of Orders API').count()).toBe(0);
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    expect((await policyNow()).targets).toEqual(theirs);
  });

  it('shows what the platform refuses of a target at that target', async () => {
    const scopes = Array.from({ length: 90 }, (_one, index) => `${index}:`.padEnd(100, 'x'));
    const input = { applicationId: acting.serviceId, targets: [{ apiResourceId: reportsId, scopes, mappings: [] }] };
    await goTo(address(`/applications/${acting.serviceId}/settings`, 'setApplicationExchangePolicy', input));
    await expect.poll(() => dialog().getByText('at most 8192').count()).toBe(1);
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await dialog().waitFor({ state: 'hidden' });
  });

  it('states that a target without scopes allows all of them', async () => {
    await run('setApplicationExchangePolicy', 'application { id }', {
      ...(await policyNow()),
      applicationId: acting.serviceId,
      targets: [{ apiResourceId: reportsId }],
    });
    await card().getByRole('button', { name: 'Edit rules' }).click();
    const text = dialog().getByText('Leave it empty, and it can get all scopes that the person holds.');
    await expect.poll(() => text.isVisible()).toBe(true);
  });

  it('offers the scopes of the API, and warns of one that it does not have', async () => {
    await scopesOfReports().click();
    await page.getByRole('option', { name: 'reports:read' }).click();
    expect(await dialog().getByText('Reports API has no scope').count()).toBe(0);
    await scopesOfReports().fill('reports:raed');
    await scopesOfReports().press('Enter');
    await dialog().getByRole('status').getByText('Reports API has no scope reports:raed').waitFor();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
  });
});

describe('an exchange that a rule refuses', () => {
  it('states why in words, and leads to the rules', async () => {
    expect(await acting.exchange('orders:read')).toBeUndefined();
    await sum();
    await goTo('/exchanges');
    const row = page.getByRole('table').getByRole('row').filter({ hasText: 'do not name this API resource' });
    await row.getByRole('link').first().click();
    await page.getByText('the rules of the application do not name this API resource').first().waitFor();
    await page.getByText('invalid_target: this application may not exchange tokens').waitFor();
    await page.getByRole('link', { name: 'Rules of the application' }).click();
    await page.waitForURL('**/settings#exchange-rules');
    await card().waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Rules');
  });

  it('leads to them from the map, too', async () => {
    await goTo('/map');
    const row = page.getByRole('table').getByRole('row').filter({ hasText: 'Orders API' });
    await row.getByRole('link', { name: 'Rules' }).click();
    await card().waitFor();
    expect(new URL(page.url()).pathname).toContain(acting.serviceId);
  });
});

describe('the explanation of an exchange', () => {
  it('states in words which rule is not met, and leads to the rules', async () => {
    await goTo(`/explain?app=${acting.serviceId}&user=${acting.userId}&resource=${acting.apiResourceId}`);
    await page.getByText('the rules of the application do not name this API resource').waitFor();
    await page.getByText('API resource and scopes: not met').waitFor();
    await page.getByText('Sign-in: depends on the token').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByText(/^Held, but Order service .+: its rules do not name this API resource\.$/).waitFor();
    const rules = page.getByRole('region', { name: 'Rules of the application' });
    await rules.getByRole('link', { name: 'Open the rules' }).click();
    await page.waitForURL('**/settings#exchange-rules');
  });
});

describe('rules that allow none of the scopes that a person holds', () => {
  it('are the reason that the explanation gives, and not that the person holds none', async () => {
    const before = await policyNow();
    const setScopes = (scopes: string[]) =>
      run('setApplicationExchangePolicy', 'application { id }', {
        ...before,
        applicationId: acting.serviceId,
        targets: [{ apiResourceId: acting.apiResourceId, scopes }],
      });
    await setScopes(['orders:raed']);
    await goTo(`/explain?app=${acting.serviceId}&user=${acting.userId}&resource=${acting.apiResourceId}`);
    await page
      .getByText('Ada Lovelace holds 1 scope, but the rules of Order service do not allow it.')
      .locator('xpath=..')
      .getByRole('link', { name: 'Open the rules' })
      .waitFor();
    await page.getByText('API resource and scopes: allows none of these scopes').waitFor();
    expect(await page.getByText('the person holds none of these').count()).toBe(0);
    await goTo(`/resources/${acting.apiResourceId}/applications`);
    await page.getByRole('cell', { name: 'allow it, but none of its scopes' }).waitFor();
    await run('setApplicationExchangePolicy', 'application { id }', { ...before, applicationId: acting.serviceId });
  });
});

describe('the applications of an API resource', () => {
  it('are those that reached it, with counts, scopes and reasons, and whether rules name it', async () => {
    await goTo(`/resources/${acting.apiResourceId}/applications`);
    const row = page.getByRole('table', { name: 'Reached by' }).getByRole('row').filter({ hasText: 'Order service' });
    for (const text of ['orders:read', '1: the rules of the application do not name', 'do not allow it'])
      await row.getByText(text).first().waitFor();
    expect(await row.getByRole('cell').nth(1).textContent()).toContain('3');
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it('are also those that may reach it by their rules, and never did', async () => {
    await goTo(`/resources/${reportsId}/applications`);
    const row = page.getByRole('table', { name: 'Reached by' }).getByRole('row').filter({ hasText: 'Order service' });
    await row.getByText('allow it, not used').waitFor();
    expect(await row.count()).toBe(1);
  });

  it('serve it: one is added and removed here', async () => {
    await page.getByText('No application serves this API.').waitFor();
    await page.getByRole('combobox', { name: 'Add an application' }).click();
    await page.getByRole('option', { name: /Order service/ }).click();
    await save('Save API resources');
    const remove = page.getByRole('button', { name: 'Remove… Order service' });
    await remove.click();
    await save('Save API resources');
    await page.getByText('No application serves this API.').waitFor();
    expect(await remove.count()).toBe(0);
  });
});

it('has caused no complaint of the browser', () => {
  expect(console_.complaints).toEqual([]);
});

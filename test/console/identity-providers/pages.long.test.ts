import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemIds } from '../../../src/platform/ids/ids.ts';
import { address, changesOf, confirm, dialog } from '../../support/browsers/console-changes.ts';
import { complete, visit } from '../../support/browsers/console-pages.ts';
import { startConsole, type TestConsole } from '../../support/browsers/console.ts';
import { addProvider, providerEnvironment } from '../../support/upstreams/identity-providers.ts';
import { startUpstream, type Upstream } from '../../support/upstreams/upstream.ts';

let upstream: Upstream;
let console_: TestConsole;
let page: Page;
beforeAll(async () => {
  upstream = await startUpstream();
  console_ = await startConsole(providerEnvironment);
  page = await console_.open('/');
});
afterAll(async () => {
  await console_[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
});
const { run, newUser } = changesOf(() => console_);

/** Adds an identity provider, enabled and with a secret. */
const newProvider = async (name: string, data: Parameters<typeof addProvider>[2] = {}): Promise<string> =>
  (await addProvider(console_.app.services, upstream, { name, ...data })).id;
const pathOf = (id: string, tab = ''): string => `/sign-in/identity-providers/${id}${tab}`;
const main = () => page.locator('main');

describe('the form of a new identity provider', () => {
  it.each([
    ['Google', ['Client ID *', 'Client secret']],
    ['Microsoft', ['Tenant *', 'Client ID *', 'Client secret']],
    ['Apple', ['Client ID *', 'Team ID *', 'Key ID *', 'Private key']],
    ['GitHub', ['Client ID *', 'Client secret']],
    ['OpenID Connect', ['Issuer *', 'Client ID *', 'Scopes', 'Authentication', 'Client secret']],
  ])('has for %s what this one needs, and nothing else', async (service, labels) => {
    await visit(page, '/sign-in/identity-providers', {}, ':is(h1, h2)');
    await main().getByRole('button', { name: 'Add identity provider' }).click();
    await dialog(page)
      .getByRole('button', { name: new RegExp(`^${service} `) })
      .click();
    const shown = dialog(page).locator('.fields label:not(details *)');
    await expect.poll(() => shown.allTextContents()).toEqual(labels);
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'hidden' });
  });

  it('keeps its id, and with it the address that was copied, when the page is loaded again', async () => {
    await visit(page, '/sign-in/identity-providers', {}, ':is(h1, h2)');
    await main().getByRole('button', { name: 'Add identity provider' }).click();
    await dialog(page)
      .getByRole('button', { name: /^GitHub / })
      .click();
    const shown = dialog(page).locator('.copied-address code');
    const before = await shown.textContent();
    expect(before).toMatch(/\/sign-in\/return\/idp_[\da-z]{26}$/);
    await page.reload();
    expect(await shown.textContent()).toBe(before);
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'hidden' });
  });
});

describe('an identity provider that fails', () => {
  it('states what failed last on its page, in the list and on the overview', async () => {
    const lastError = 'https://login.example.com: The connection was refused.';
    const id = await newProvider('Broken login', { lastError, lastFailedAt: new Date() });
    await visit(page, pathOf(id), {});
    await main().getByText(lastError).waitFor();
    await visit(page, '/', {});
    const attention = page.getByRole('region', { name: 'What needs attention' });
    await attention.getByText(lastError).waitFor();
    await attention.getByRole('link', { name: /^Broken login/ }).click();
    await complete(page, pathOf(id));
    await visit(page, '/sign-in/identity-providers', {}, 'tbody tr');
    const row = page.getByRole('row', { name: /Broken login/ });
    await expect.poll(() => row.locator('.state').textContent()).toBe('✗ failing');
  });

  it('is no matter of the overview while it is disabled', async () => {
    await newProvider('Retired login', { lastError: 'Gone.', lastFailedAt: new Date(), isEnabled: false });
    await visit(page, '/', {});
    await page.getByRole('region', { name: 'What needs attention' }).waitFor();
    expect(await page.getByText('Retired login').count()).toBe(0);
  });
});

describe('a test of the settings', () => {
  it('shows its steps in place, up to the one that fails', async () => {
    const settings = { ...upstream.settings, issuer: `${upstream.issuer}/other`, tenant: null };
    const id = await newProvider('Other issuer', { settings, isEnabled: false });
    await visit(page, pathOf(id), {});
    await main().getByRole('button', { name: 'Test', exact: true }).click();
    await main().getByText('✗').first().waitFor();
    const steps = main().locator('.test-step strong');
    expect(await steps.allTextContents()).toEqual(['Connection', 'Discovery document']);
    expect(await main().getByText('All steps passed.').count()).toBe(0);
    await main().getByText('failed: Discovery document').waitFor();
  });

  it('shows its steps after the dialog, too', async () => {
    const id = await newProvider('Fine login');
    await visit(page, address('/operations', 'testIdentityProvider', { identityProviderId: id }), {});
    await dialog(page).getByRole('button', { name: 'Test settings', exact: true }).click();
    await expect.poll(() => dialog(page).locator('.test-step').count()).toBe(6);
    expect(await dialog(page).locator('.test-step').last().textContent()).toContain('ID tokens are signed with ES256.');
    await page.keyboard.press('Escape');
  });
});

describe('the settings of an identity provider', () => {
  it('are changed one by one, and a secret is never on a page', async () => {
    const id = await newProvider('Settings login');
    await visit(page, pathOf(id, '/settings'), {});
    await main().getByRole('button', { name: 'Replace the secret…' }).click();
    const shown = dialog(page).locator('.fields label:not(details *)');
    await expect.poll(() => shown.allTextContents()).toEqual(['Client secret']);
    await dialog(page).getByLabel('Client secret', { exact: true }).fill('another secret of the client');
    await confirm(page, 'Save changes');
    expect(await page.content()).not.toContain('another secret of the client');
    await main().getByRole('switch', { name: 'Button on sign-in pages' }).click();
    await confirm(page, 'Save changes');
    await main().getByText('no button').waitFor();
    const { prisma } = console_.app.services.database;
    expect(await prisma.identityProvider.findUniqueOrThrow({ where: { id } })).toMatchObject({ isShown: false });
  });

  it('cannot require it without a domain, and say so', async () => {
    const id = await newProvider('No domain login');
    await visit(page, pathOf(id, '/settings'), {});
    expect(await main().getByRole('switch', { name: 'Required for its domains' }).isDisabled()).toBe(true);
    await main().getByText('It needs a domain first.').waitFor();
  });
});

describe('people of an identity provider', () => {
  it('join organizations with roles, which are set, changed and removed on the page of the organization', async () => {
    const provider = await newProvider('Customer login');
    const { organization } = await run<{ organization: { id: string } }>('createOrganization', 'organization { id }', {
      name: 'Acme',
    });
    for (const name of ['Clerk', 'Manager']) await run('createOrganizationRole', 'organizationRole { id }', { name });
    await visit(page, `/organizations/${organization.id}/sign-in`, {});
    await main().getByRole('button', { name: 'Add an identity provider…' }).click();
    await choose('Identity provider', 'Customer');
    await choose('Organization roles', 'Clerk');
    await confirm(page, 'Save identity provider');
    const joining = main().getByRole('listitem').filter({ hasText: 'Customer login' });
    await joining.getByRole('link', { name: 'Clerk' }).waitFor();
    await joining.getByRole('button', { name: 'Change roles… Customer login' }).click();
    // The form begins with the roles that they are.
    await dialog(page).locator('.mantine-MultiSelect-pill', { hasText: 'Clerk' }).waitFor();
    await choose('Organization roles', 'Manager');
    await confirm(page, 'Save identity provider');
    await joining.getByRole('link', { name: 'Manager' }).waitFor();
    expect(await joining.getByRole('link', { name: 'Clerk' }).count()).toBe(1);
    await visit(page, pathOf(provider, '/organizations'), {});
    await main()
      .getByRole('link', { name: /^A?\s*Acme/ })
      .waitFor();
    await main().getByRole('button', { name: 'Remove… Acme' }).click();
    await confirm(page, 'Remove Customer login');
    await main().getByText('None: its people join no organization by themselves.').waitFor();
  });

  it('are unlinked on the page of the person, which states who can link them again', async () => {
    const provider = await newProvider('Linked login');
    const userId = await newUser('Joan Clarke', { email: 'joan@example.com' });
    await link(userId, provider);
    await visit(page, pathOf(provider, '/people'), {});
    await main()
      .getByRole('link', { name: /Joan Clarke/ })
      .waitFor();
    await visit(page, `/users/${userId}/security`, {});
    await main()
      .getByRole('link', { name: /Linked login/ })
      .waitFor();
    await main().getByRole('button', { name: 'Unlink… joan-c' }).click();
    await dialog(page)
      .getByText('Only the person can link it again: a matching email address does not.', { exact: false })
      .waitFor();
    await confirm(page, 'Unlink identity');
    await main().getByText('None: the person signs in with no identity provider.').waitFor();
    expect(console_.complaints).toEqual([]);
  });
});

/** Types into a field of the dialog, and chooses what it finds. */
async function choose(label: string, text: string): Promise<void> {
  await dialog(page).getByRole('combobox', { name: label, exact: true }).fill(text);
  await page.getByRole('option', { name: new RegExp(`^.?\\s*${text}`) }).click();
}

async function link(userId: string, identityProviderId: string): Promise<void> {
  const id = systemIds.next('userIdentity');
  const data = { id, userId, identityProviderId, subject: 'joan', name: 'joan-c' };
  await console_.app.services.database.prisma.userIdentity.create({ data });
}

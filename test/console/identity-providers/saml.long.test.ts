import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dialog } from '../../support/browsers/console-changes.ts';
import { visit } from '../../support/browsers/console-pages.ts';
import { startConsole, type TestConsole } from '../../support/browsers/console.ts';
import { addSamlProvider, providerEnvironment } from '../../support/upstreams/identity-providers.ts';

let console_: TestConsole;
let page: Page;
beforeAll(async () => {
  console_ = await startConsole(providerEnvironment);
  page = await console_.open('/');
});
afterAll(() => console_[Symbol.asyncDispose]());

const provider = {
  entityId: 'https://login.customer.example/saml',
  metadataUrl: 'https://login.customer.example/saml/metadata',
  singleSignOnUrl: 'https://login.customer.example/saml/sign-in',
};
const inTenDays = new Date(Date.now() + 10 * 86_400_000).toISOString();
const newProvider = (data: Parameters<typeof addSamlProvider>[2] = {}) =>
  addSamlProvider(console_.app.services, provider, { name: 'Customer', ...data });
const main = () => page.locator('main');

it('the form of a new provider by SAML has the two addresses of the platform, and asks for the metadata first', async () => {
  await visit(page, '/sign-in/identity-providers', {}, ':is(h1, h2)');
  await main().getByRole('button', { name: 'Add identity provider' }).click();
  await dialog(page)
    .getByRole('button', { name: /^SAML 2.0 / })
    .click();
  const addresses = dialog(page).locator('.copied-address code');
  await expect.poll(() => addresses.count()).toBe(2);
  const [entityId = '', acs = ''] = await addresses.allTextContents();
  const id = /idp_[\da-z]{26}/.exec(entityId)?.[0];
  expect([entityId, acs]).toEqual([
    `${console_.app.config.publicUrl}/saml/${id}/metadata`,
    `${console_.app.config.publicUrl}/sign-in/return/${id}`,
  ]);
  const first = dialog(page).locator('.fields label:not(details *)').first();
  expect(await first.textContent()).toMatch(/^Metadata URL/);
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'hidden' });
});

it('the settings of a provider by SAML show until when its certificates are valid, and no client secret', async () => {
  const { id } = await newProvider();
  await visit(page, `/sign-in/identity-providers/${id}/settings`, {});
  await main().getByText(provider.singleSignOnUrl).waitFor();
  await main()
    .getByText(/^valid until/)
    .waitFor();
  await main().getByText(`/saml/${id}/metadata`).waitFor();
  expect(await main().getByRole('heading', { name: 'Secrets' }).count()).toBe(0);
});

it('a certificate that expires within 30 days is on the overview, as long as there is no later one', async () => {
  const certificates = [{ pem: 'expires soon', expiresAt: inTenDays }];
  await newProvider({ name: 'Expiring', settings: { certificates } });
  const later = { pem: 'expires later', expiresAt: new Date(Date.now() + 400 * 86_400_000).toISOString() };
  await newProvider({ name: 'Rotated', settings: { certificates: [...certificates, later] } });
  await visit(page, '/', {});
  const attention = page.getByRole('region', { name: 'What needs attention' });
  await attention.getByRole('link', { name: /^Expiring/ }).waitFor();
  await attention.getByText(/needs a new certificate/).waitFor();
  expect(await attention.getByRole('link', { name: /^Rotated/ }).count()).toBe(0);
});

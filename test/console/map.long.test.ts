import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startConsole, type TestConsole } from '../support/browsers/console.ts';
import { password, passwords } from '../support/password.ts';
import { redirectUri, relyingParty, type RelyingParty } from '../support/browsers/relying-party.ts';
import { sumUp } from '../support/exchanges/exchange-rows.ts';
import { changesOf } from '../support/browsers/console-changes.ts';

/** A shop through which people come, and a service that acts for them at an API. */
let console_: TestConsole;
let page: Page;
let shop: RelyingParty;
let serviceId: string;
let serviceSecret: string;
let apiResourceId: string;
const resource = 'https://orders.example.com';

beforeAll(async () => {
  console_ = await startConsole();
  page = await console_.open('/map');
});
afterAll(() => console_[Symbol.asyncDispose]());

const { run: create } = changesOf(() => console_);

const application = (name: string) =>
  create<{ application: { id: string }; secret: string }>('createApplication', 'application { id } secret', {
    name,
    type: 'TRADITIONAL_WEB',
    redirectUris: [redirectUri],
    secret: { name: 'first' },
  });

/** Ada signs in through the shop; the service exchanges her token. The counts are written at once. */
async function exchange(): Promise<number> {
  const { tokens } = await shop.signIn('ada');
  const response = await fetch(`${console_.app.config.issuer}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${serviceId}:${serviceSecret}`).toString('base64')}` },
    body: new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      subject_token: tokens.access_token,
      resource,
    }),
  });
  await console_.app.services.tokens.ledger.write();
  await sumUp(console_.app.services.database);
  return response.status;
}

async function reload(): Promise<void> {
  await page.goto(`${console_.app.config.publicUrl}/console/map`);
  await page.getByRole('heading', { name: 'Delegation map' }).waitFor();
}

const picture = () => page.getByRole('group', { name: 'Delegation map' });
const line = (name: RegExp) => picture().getByRole('link', { name });
const row = (text: string) => page.getByRole('table').getByRole('row').filter({ hasText: text });

describe('the delegation map', () => {
  it('leads to the switch while no application may exchange', async () => {
    await page.getByText('Nobody may exchange yet.').waitFor();
    const service = await application('Order service');
    const created = await create<{ apiResource: { id: string } }>('createApiResource', 'apiResource { id }', {
      name: 'Orders API',
      indicator: resource,
      scopes: [{ name: 'orders:read' }],
    });
    serviceId = service.application.id;
    serviceSecret = service.secret;
    apiResourceId = created.apiResource.id;
    await page.getByRole('button', { name: 'Allow token exchange' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Application' }).click();
    await page.getByRole('option', { name: 'Order service' }).click();
    await dialog.getByText('Application.Data.Updated').waitFor({ state: 'attached' });
    await dialog.getByRole('button', { name: /^(Allow|Forbid) token exchange$/ }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await picture().count()).toBe(0);
  });

  it('shows what is allowed but was never used as a dashed line, and in the table', async () => {
    await reload();
    await line(/^Order service · app_\w+ → any API resource: 0 granted/).waitFor();
    expect(await picture().locator('path').getAttribute('data-state')).toBe('UNUSED');
    await row('Order service').getByText('never used').waitFor();
    // Through whom people come is not known yet: no column is empty.
    await page.getByRole('columnheader', { name: 'Act through' }).waitFor();
    expect(await page.getByText('come through').count()).toBe(0);
  });

  it('leads to the API resources that rules name, and to no other', async () => {
    const setTargets = (targets: object[] | null) =>
      create('setApplicationExchangePolicy', 'application { id }', { applicationId: serviceId, targets });
    await setTargets([{ apiResourceId }]);
    await reload();
    await line(/^Order service · app_\w+ → Orders API · \S+: 0 granted/).waitFor();
    expect(await picture().locator('path').getAttribute('data-state')).toBe('UNUSED');
    expect(await page.getByText('any API resource').count()).toBe(0);
    await setTargets(null);
  });

  it('shows a real exchange: through whom the person came, who acted, and what was reached', async () => {
    const { role } = await create<{ role: { id: string } }>('createRole', 'role { id }', {
      name: 'Reader',
      scopes: [{ resource: apiResourceId, name: 'orders:read' }],
    });
    await create('createUser', 'user { id }', {
      username: 'ada',
      passwordHash: await passwords.hash(password),
      roleIds: [role.id],
    });
    const { application: client, secret } = await application('Web shop');
    shop = await relyingParty(console_.app.config.issuer, { id: client.id, clientSecret: secret });
    expect(await exchange()).toBe(200);
    await reload();
    await line(/^Order service · app_\w+ → Orders API · \S+: 1 granted, 0 refused in 7 days/).waitFor();
    expect(await exchange()).toBe(200);
    await reload();
    await line(/^Web shop · app_\w+ → Order service · app_\w+: 2 granted, 0 refused in 7 days/).waitFor();
    await line(/^Order service · app_\w+ → Orders API · \S+: 2 granted/).waitFor();
    await picture().getByText('new').first().waitFor();
    expect(await picture().locator('[data-state=UNUSED]').count()).toBe(0);
    await row('Web shop').getByText('used').waitFor();
  });

  it('is walked along its lines by arrow keys, and each party is a link', async () => {
    await picture()
      .getByRole('link', { name: /^Web shop ?app_\w+$/ })
      .focus();
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(`Orders API${resource}`);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Orders API' }).waitFor();
    await page.goBack();
  });

  it('opens the explanation of a line with its application and API resource', async () => {
    await line(/^Order service · app_\w+ → Orders API/).click();
    await page.getByRole('heading', { name: 'Explain an exchange' }).waitFor();
    const { searchParams } = new URL(page.url());
    expect(searchParams.get('app')).toBe(serviceId);
    expect(searchParams.get('resource')).toBe(apiResourceId);
    await page.goBack();
  });

  it('switches token exchange off, after which refusals are red, with their reason', async () => {
    await row('Web shop').getByRole('link', { name: 'Switch off' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Token exchange allowed: yes → no').first().waitFor();
    await dialog.getByRole('button', { name: /^(Allow|Forbid) token exchange$/ }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await exchange()).toBe(400);
    await reload();
    await line(/^Order service · app_\w+ → .*: \d granted, 1 refused in 7 days/)
      .first()
      .waitFor();
    // It was refused before the token was read: to the service, and from there.
    await line(/^an unknown application → Order service/).waitFor();
    expect(await picture().locator('path[data-state=REFUSED]').count()).toBe(2);
    const refused = row('1:');
    await refused.getByText(/ refused$/).waitFor();
    await refused.getByRole('link', { name: 'Switch on' }).waitFor();
  });

  it('has one filter for picture and table, which is in the address', async () => {
    await page.getByRole('combobox', { name: 'Filter: State' }).selectOption('State: refused');
    await expect.poll(() => page.getByRole('table').getByRole('row').count()).toBe(2);
    expect(new URL(page.url()).searchParams.get('where')).toBe('{"state":"REFUSED"}');
    await page.getByRole('searchbox', { name: 'Search' }).fill('no such name');
    await page.getByText('Nothing matches.').waitFor();
    expect(await picture().count()).toBe(0);
    expect(console_.complaints).toEqual([]);
  });
});

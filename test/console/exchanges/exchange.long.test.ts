import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { texts } from '../../../src/console/words/exchange-reasons/en.ts';
import { textOf } from '../../../src/console/words/exchange-reasons/reasons.ts';
import { exchangeReasonNames, exchangeReasons } from '../../../src/vocabulary/exchanges/exchange-reasons.ts';
import { startConsole, type TestConsole } from '../../support/browsers/console.ts';
import { type RelyingParty, redirectUri, relyingParty } from '../../support/browsers/relying-party.ts';
import { password, passwords } from '../../support/password.ts';

/** From "why is this scope missing" to a token that has it: by the labels of the console, and by real requests. */
let console_: TestConsole;
let records: { serviceId: string; secret: string };
let web: RelyingParty;
const resource = 'https://orders.example.com';

beforeAll(async () => {
  console_ = await startConsole();
  const { apiResource } = await create<{ apiResource: { id: string } }>('createApiResource', 'apiResource { id }', {
    name: 'Orders API',
    indicator: resource,
    scopes: [{ name: 'orders:read' }, { name: 'orders:write' }],
  });
  const role = (name: string, scope: string) =>
    create<{ role: { id: string } }>('createRole', 'role { id }', {
      name,
      scopes: [{ resource: apiResource.id, name: scope }],
    });
  const reader = await role('Reader', 'orders:read');
  await role('Clerk', 'orders:write');
  await create('createUser', 'user { id }', {
    name: 'Ada Lovelace',
    username: 'ada',
    passwordHash: await passwords.hash(password),
    roleIds: [reader.role.id],
  });
  const service = await create<{ application: { id: string }; secret: string }>(
    'createApplication',
    'application { id } secret',
    { name: 'Order service', type: 'TRADITIONAL_WEB', redirectUris: [redirectUri], secret: { name: 'first' } },
  );
  records = {
    serviceId: service.application.id,
    secret: service.secret,
  };
  const issuer = console_.app.config.issuer;
  web = await relyingParty(issuer, { id: records.serviceId, clientSecret: records.secret });
});
afterAll(() => console_[Symbol.asyncDispose]());

async function create<Payload>(operation: string, fields: string, input: object): Promise<Payload> {
  const type = `${operation.charAt(0).toUpperCase()}${operation.slice(1)}Input`;
  const query = `mutation ($input: ${type}!) { ${operation}(input: $input) { ${fields} } }`;
  const data = await console_.call<Record<string, Payload>>(query, { input });
  const [payload] = Object.values(data);
  if (!payload) throw new Error(`${operation} returned nothing.`);
  return payload;
}

interface TokenResponse {
  status: number;
  scope?: string;
  error?: string;
  error_description?: string;
}

/** A real exchange of a token that Ada obtained. */
async function exchange(target = resource, scope = ''): Promise<TokenResponse> {
  const { tokens } = await web.signIn('ada');
  const response = await fetch(`${console_.app.config.issuer}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${records.serviceId}:${records.secret}`).toString('base64')}` },
    body: new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      subject_token: tokens.access_token,
      resource: target,
      scope,
    }),
  });
  return { status: response.status, ...((await response.json()) as Omit<TokenResponse, 'status'>) };
}

/** Opens a record of a list by its name, which its id follows. */
const follow = (page: Page, name: string) =>
  page
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .first()
    .click();

const choose = async (page: Page, label: string, name: string): Promise<void> => {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name }).click();
};

/** Waits until a record is chosen because there is no other. */
async function filledIn(page: Page, label: string, name: string): Promise<void> {
  const field = page.getByRole('combobox', { name: label });
  await expect.poll(() => field.inputValue()).toMatch(new RegExp(`^${name}`));
}

describe('Applications → the application → Settings → Token exchange → Allow token exchange', () => {
  it('lets the next exchange succeed, which was refused before', async () => {
    expect(await exchange()).toMatchObject({ status: 400, error: 'unauthorized_client' });
    const page = await console_.open('/');
    await follow(page, 'Applications');
    await follow(page, 'Order service');
    await follow(page, 'Settings');
    await page.getByRole('heading', { name: 'Token exchange' }).waitFor();
    await page.getByRole('switch', { name: 'Allow token exchange' }).click();
    await page.getByText('Token exchange allowed: no → yes').first().waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Allow token exchange' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByRole('main').getByText('It can exchange for every API resource', { exact: false }).waitFor();
    await page.getByRole('main').getByRole('button', { name: 'Only for certain API resources…' }).click();
    await page.getByRole('dialog').getByText('Only these').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('This application can exchange tokens.').waitFor();
    expect(await exchange()).toMatchObject({ status: 200, scope: 'orders:read' });
  });
});

describe('Allow the Management API', () => {
  const management = () => console_.app.config.managementResource;
  const settings = () => `/applications/${records.serviceId}/settings`;
  /** The switch, with this in its description: that of impersonation can have the same obstacle. */
  const switchOf = (page: Page, description = '') =>
    page.getByRole('switch', { name: 'Allow the Management API', description });
  const confirm = async (page: Page): Promise<void> => {
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^(Allow|Forbid) the Management API$/ })
      .click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  };

  it('is a second switch, which waits for the first one', async () => {
    const { application } = await create<{ application: { id: string } }>('createApplication', 'application { id }', {
      name: 'Quiet service',
      type: 'MACHINE_TO_MACHINE',
    });
    const page = await console_.open(`/applications/${application.id}/settings`);
    await switchOf(page, 'Token exchange must be allowed first.').waitFor();
    expect(await switchOf(page).isDisabled()).toBe(true);
  });

  it('is explained where an exchange is refused for want of it, with the way to it', async () => {
    expect(await exchange(management())).toMatchObject({ status: 400, error: 'invalid_target' });
    const page = await console_.open('/explain');
    for (const [label, name] of [
      ['Application', 'Order service'],
      ['API resource', 'Orders API'],
      ['User', 'Ada'],
    ] as const)
      await filledIn(page, label, name);
    await choose(page, 'User', 'admin');
    await choose(page, 'API resource', 'Management API');
    await page.getByText('may not exchange tokens for the Management API').first().waitFor();
    await page.getByText('Held, but the application may not exchange tokens for the Management API.').first().waitFor();
    await page.getByRole('button', { name: 'Allow the Management API…' }).click();
    await page.getByText('Management API allowed: no → yes').first().waitFor();
    await confirm(page);
    await page.getByText('The exchange would be granted:').waitFor();
    expect(await exchange(management())).toMatchObject({ status: 200 });
  });

  it('can be turned off, but not on, by someone who lacks a permission', async () => {
    const { role } = await create<{ role: { id: string } }>('createRole', 'role { id }', {
      name: 'Keeper of applications',
      scopes: ['applications:read', 'applications:write', 'events:read'].map((name) => ({
        resource: management(),
        name,
      })),
    });
    await create('createUser', 'user { id }', {
      username: 'keeper',
      passwordHash: await passwords.hash(password),
      roleIds: [role.id],
    });
    const page = await (await console_.context()).newPage();
    await console_.signIn(page, settings(), 'keeper');
    await switchOf(page).click();
    await page.getByText('Management API allowed: yes → no').first().waitFor();
    await confirm(page);
    await page.getByText('Only someone who holds every permission can allow it.').waitFor();
    expect([await switchOf(page).isChecked(), await switchOf(page).isDisabled()]).toEqual([false, true]);
    expect(await exchange(management())).toMatchObject({ status: 400, error: 'invalid_target' });
    expect(console_.complaints).toEqual([]);
  });

  it('goes off with the switch above it, which an undo does not bring back', async () => {
    const input = { applicationId: records.serviceId, managementApiAllowed: true };
    await create('setApplicationManagementApi', 'application { id }', input);
    const page = await console_.open(settings());
    await page.getByRole('switch', { name: 'Allow token exchange' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Management API allowed: yes → no').first().waitFor();
    await dialog.getByRole('button', { name: 'Forbid token exchange' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await switchOf(page, 'Token exchange must be allowed first.').waitFor();
    expect(await page.getByText('Undo').count()).toBe(0);
    await create('setApplicationTokenExchange', 'application { id }', {
      applicationId: records.serviceId,
      tokenExchangeAllowed: true,
    });
    await page.getByText('This application can exchange tokens.').waitFor();
    expect([await switchOf(page).isChecked(), await switchOf(page).isDisabled()]).toEqual([false, false]);
    expect(console_.complaints).toEqual([]);
  });
});

/** Requests these scopes by name, in the place of those before. */
async function request(page: Page, scopes: string): Promise<void> {
  const field = page.getByRole('combobox', { name: 'Requested scopes' });
  await field.focus();
  for (const _scope of new URL(page.url()).searchParams.get('scopes')?.split(' ') ?? [])
    await page.keyboard.press('Backspace');
  await page.keyboard.type(scopes === '' ? '' : `${scopes} `);
  await page.keyboard.press('Escape');
}

describe('Explain an exchange', () => {
  it('shows why a scope is missing and fixes it: what there is only one of is filled in', async () => {
    const page = await console_.open('/');
    await follow(page, 'Explain an exchange');
    await filledIn(page, 'Application', 'Order service');
    await filledIn(page, 'API resource', 'Orders API');
    await filledIn(page, 'User', 'Ada Lovelace');
    const row = page.locator('.scope-row', { hasText: 'orders:write' });
    await row.getByText('No role of this person has this scope.').waitFor();
    await row.getByRole('button', { name: 'Give Clerk' }).click();
    await page.getByRole('dialog').getByText('User.Roles.Updated').waitFor({ state: 'attached' });
    await page.getByRole('dialog').getByRole('button', { name: 'Assign Clerk' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    // The answer is repeated by itself.
    await row.getByRole('link', { name: 'Clerk' }).waitFor();
    expect(await exchange()).toMatchObject({ status: 200, scope: 'orders:read orders:write' });
    await request(page, 'orders:read orders:list');
    await page.getByText('The API resource has no such scope.').waitFor();
    expect(await row.count()).toBe(0);
    await follow(page, 'Explain an exchange');
    await page.getByText('orders:read orders:list').waitFor();
    await page
      .getByRole('link', { name: /^Order service.* → Orders API.* for Ada Lovelace/ })
      .last()
      .click();
    await row.getByRole('link', { name: 'Clerk' }).waitFor();
    expect(console_.complaints).toEqual([]);
  });

  it('answers what the token endpoint answers, whether scopes are requested or not', async () => {
    const shipping = 'https://shipping.example.com';
    await create('createApiResource', 'apiResource { id }', {
      name: 'Shipping API',
      indicator: shipping,
      scopes: [{ name: 'parcels:read' }, { name: 'parcels:send' }],
    });
    const allowed = { applicationId: records.serviceId, tokenExchangeAllowed: true };
    await create('setApplicationTokenExchange', 'application { id }', allowed);
    const page = await console_.open('/explain');
    await filledIn(page, 'Application', 'Order service');
    await choose(page, 'User', 'Ada Lovelace');
    const answer = async (target: string, scope: string): Promise<void> => {
      await request(page, scope);
      const response = await exchange(target, scope);
      await page
        .getByRole('status')
        .filter({ hasText: shownFor(response) })
        .waitFor();
    };
    await choose(page, 'API resource', 'Shipping API');
    // None of these is held: a token without scopes is issued, unless one is requested.
    await answer(shipping, '');
    expect(await page.locator('.scope-row, [role=status]').getByText('✓').count()).toBe(0);
    await answer(shipping, 'parcels:send');
    await answer(shipping, '');
    await page.getByRole('button', { name: 'Request all by name' }).click();
    await page
      .getByRole('status')
      .filter({ hasText: shownFor(await exchange(shipping, 'parcels:read')) })
      .waitFor();
    expect(new URL(page.url()).searchParams.get('scopes')).toBe('parcels:read parcels:send');
    await choose(page, 'API resource', 'Orders API');
    await answer(resource, '');
    await answer(resource, 'orders:read orders:list');
    await answer(resource, 'orders:list');
    expect(console_.complaints).toEqual([]);
  });
});

/** The headline that a response must have. */
function shownFor({ scope, error, error_description: description }: TokenResponse): string | RegExp {
  const reason = exchangeReasonNames.find((name) => exchangeReasons[name].description === description);
  if (error) return `✗ The exchange would be refused: ${error}: ${reason && textOf(texts, reason)}`;
  return scope
    ? new RegExp(`✓ The exchange would be granted: ${scope}(, without \\S+)? ·`)
    : '◷ A token would be issued, but without any scope: scope: "" ·';
}

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { visit } from '../../support/browsers/console-pages.ts';
import { startConsole, type TestConsole } from '../../support/browsers/console.ts';
import { password, passwords } from '../../support/password.ts';
import { makeRecords, type Records } from '../../support/records.ts';
import { type Receiver, startReceiver } from '../../support/servers/receiver.ts';

let console_: TestConsole;
let records: Records;
let receiver: Receiver;
let page: Page;
beforeAll(async () => {
  console_ = await startConsole();
  receiver = await startReceiver();
  const { database, clock } = console_.app.services;
  records = await makeRecords({ database, now: clock.now });
  page = await console_.open('/');
});
afterAll(async () => {
  await console_[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
});

const call = <Data>(query: string, variables: object = {}): Promise<Data> => console_.call<Data>(query, variables);
const section = (name: string): Locator =>
  page.locator('section.card').filter({ has: page.getByRole('heading', { name, exact: true }) });
const tab = (name: string): Locator => page.locator('nav.tabs').getByRole('link', { name, exact: true });
const shownTab = (): Promise<string | null> => page.locator('nav.tabs [aria-current=page]').textContent();

/** Runs the change that the open dialog shows, which then closes. */
async function confirm(button: string | RegExp): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: button }).click();
  await dialog.waitFor({ state: 'hidden' });
}

describe('the tabs of a record', () => {
  it('have addresses of their own, which work again after a reload, and for which Back goes back', async () => {
    await visit(page, '/users/:user', records);
    for (const name of ['Access', 'Organizations', 'Security', 'Events']) {
      await tab(name).click();
      await page.waitForURL(`**/console/users/${records.user}/${name.toLowerCase()}`);
      await expect.poll(shownTab).toBe(name);
    }
    await page.goBack();
    await expect.poll(shownTab).toBe('Security');
    await page.reload();
    await section('Known devices').waitFor();
    expect(await shownTab()).toBe('Security');
    await page.goBack();
    await page.getByRole('table', { name: 'Organizations' }).waitFor();
    expect(console_.complaints).toEqual([]);
  });

  it('are reached by keys, and keep the focus', async () => {
    await visit(page, '/users/:user', records);
    await tab('Profile').focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/access');
    await section('Roles').waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Access');
  });

  it('are loaded when they are opened, and leave the head of the record as it is', async () => {
    await using other = await console_.browser.newContext();
    const fresh = await other.newPage();
    await console_.signIn(fresh, `/organizations/${records.organization}`);
    await fresh.getByRole('heading', { name: 'Members' }).waitFor();
    await fresh.evaluate(() => document.querySelector('h1')?.setAttribute('data-same', ''));
    const loaded: string[] = [];
    fresh.on('request', (request) => loaded.push(new URL(request.url()).pathname));
    await fresh.locator('nav.tabs').getByRole('link', { name: 'Sign-in' }).click();
    await fresh.getByRole('heading', { name: 'Domains whose people join' }).waitFor();
    expect(loaded.filter((path) => path.startsWith('/console/assets/'))).not.toEqual([]);
    expect(await fresh.locator('h1[data-same]').count()).toBe(1);
  });

  it('a tab that requires a missing permission is not offered, and names it at its address', async () => {
    const scopes = [{ resource: console_.app.config.managementResource, name: 'users:read' }];
    const { createRole } = await call<{ createRole: { role: { id: string } } }>(
      'mutation ($input: CreateRoleInput!) { createRole(input: $input) { role { id } } }',
      { input: { name: 'Reads users', scopes } },
    );
    const input = {
      username: 'reader',
      passwordHash: await passwords.hash(password),
      roleIds: [createRole.role.id],
    };
    await call('mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }', { input });
    await using context = await console_.context();
    const reader = await context.newPage();
    await console_.signIn(reader, `/users/${records.user}/organizations`, 'reader');
    await reader.getByText('You lack the permission organizations:read.').waitFor();
    expect(await reader.locator('nav.tabs a').allTextContents()).toEqual(['Profile', 'Security']);
  });
});

describe('the organizations of a user and of an application', () => {
  it.each([
    ['/users/:user/organizations', 'organization member'],
    ['/applications/:service/organizations', 'organization application'],
  ])('%s have the roles there, and change while they are shown', async (path, what) => {
    await visit(page, path, records);
    const rows = page.getByRole('table', { name: 'Organizations' }).locator('tbody tr');
    await rows.first().waitFor();
    const before = await rows.count();
    const { createOrganization } = await call<{ createOrganization: { organization: { id: string } } }>(
      'mutation ($name: String!) { createOrganization(input: { name: $name }) { organization { id } } }',
      { name: `Joined by ${what}` },
    );
    const organizationId = createOrganization.organization.id;
    await page.getByRole('button', { name: 'Add to organizations' }).click();
    const adding = page.getByRole('dialog');
    await adding.getByRole('combobox', { name: 'Organization', exact: true }).click();
    await adding.getByRole('combobox', { name: 'Organization', exact: true }).fill('Joined by');
    await page.getByRole('option', { name: `Joined by ${what}` }).click();
    await confirm(/^Add /);
    const joined = rows.filter({ hasText: `Joined by ${what}` });
    await joined.waitFor();
    expect(await rows.count()).toBe(before + 1);
    await joined.getByRole('checkbox').click();
    await page.getByRole('button', { name: 'Change roles…' }).click();
    const roles = page.getByRole('dialog');
    await roles.getByRole('combobox', { name: 'Organization roles' }).click();
    await page.getByRole('listbox').getByRole('option').first().click();
    await confirm('Save roles');
    await expect.poll(() => joined.locator('td[data-label=Roles]').textContent()).not.toBe('–');
    await joined.getByRole('link').first().click();
    await page.waitForURL(`**/organizations/${organizationId}`);
    expect(console_.complaints).toEqual([]);
  });
});

describe('Connect of an application', () => {
  it('has an environment and a command with which it obtains a token, pasted one after the other', async () => {
    const { createApplication: made } = await call<{
      createApplication: { application: { id: string }; secret: string };
    }>(
      `mutation ($input: CreateApplicationInput!) {
        createApplication(input: $input) { application { id } secret }
      }`,
      { input: { name: 'Night job', type: 'MACHINE_TO_MACHINE', secret: { name: 'first' } } },
    );
    await visit(page, `/applications/${made.application.id}/connect`, records);
    const environment = await page.getByLabel('Environment', { exact: true }).textContent();
    const command = await page.getByLabel('Call an API as the application itself, curl').textContent();
    const settings = (environment ?? '')
      .replace("'…'", made.secret)
      .replace(/RESOURCE='.*'/, `RESOURCE='${console_.app.config.managementResource}'`);
    const { stdout } = await promisify(execFile)('sh', ['-c', `${settings}\n${command}`]);
    expect(JSON.parse(stdout)).toMatchObject({ token_type: 'Bearer' });
  });

  it('has code for signing people in with its own ids', async () => {
    await visit(page, '/applications/:browser/connect', records);
    const code = await page.locator('pre.code').textContent();
    expect(code).toContain(records.browser);
    expect(code).toContain(console_.app.config.publicUrl);
    expect(code).not.toContain('SECRET');
  });
});

describe('a webhook', () => {
  let webhook: { id: string; secret: string };
  beforeAll(async () => {
    const { createWebhook: made } = await call<{ createWebhook: { webhook: { id: string }; secret: string } }>(
      'mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { webhook { id } secret } }',
      { input: { name: 'Search index', url: receiver.url, eventTypes: ['ROLE_CREATED'], headers: { 'X-Team': 'a' } } },
    );
    webhook = { id: made.webhook.id, secret: made.secret };
  });

  it('has what it sends among its settings, and no value of a header', async () => {
    await visit(page, `/webhooks/${webhook.id}/settings`, records);
    await section('Settings').getByText(receiver.url).waitFor();
    await section('Settings').getByText('X-Team', { exact: true }).waitFor();
    await section('What it sends').getByText('Role.Created').waitFor();
    expect(await page.locator('main').textContent()).not.toContain('X-Team: a');
  });

  it('is tested with any type of event, and shows how earlier tests ended', async () => {
    await tab('Test').click();
    await section('Earlier tests').getByText('No test yet.').waitFor();
    await section('Send a test event').getByRole('combobox', { name: 'Type' }).click();
    await page.getByRole('option', { name: 'User.Created' }).click();
    await page.getByRole('button', { name: 'Test…' }).click();
    await page.getByRole('dialog').getByText('Webhook.Tested').waitFor({ state: 'attached' });
    await confirm('Send test event');
    await section('Earlier tests').getByRole('listitem').filter({ hasText: '204' }).getByText('User.Created').waitFor();
    expect(receiver.received.at(-1)?.json).toMatchObject({ type: 'User.Created' });
  });

  it('never shows its secret again, adds a key pair, and has receivers in six languages', async () => {
    await tab('Secret').click();
    await section('Public keys (v1a)').getByRole('button', { name: 'Add a key pair…' }).click();
    await page.getByRole('dialog').getByText('Webhook.SecretRotated').or(page.getByText('1 event')).first().waitFor();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Rotate secret' }).click();
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    await section('Public keys (v1a)')
      .getByText(/^whpk_/)
      .waitFor();
    expect(await page.locator('main').textContent()).not.toContain('whsec_' + webhook.secret.slice(6, 12));
    expect(await section('A receiver that verifies messages').getByRole('radio').count()).toBe(6);
    expect(console_.complaints).toEqual([]);
  });

  it('has a delivery that is made after they were read, and before they are followed', async () => {
    const { createWebhook: other } = await call<{ createWebhook: { webhook: { id: string } } }>(
      'mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { webhook { id } } }',
      { input: { name: 'Mailing list', url: receiver.url, eventTypes: ['USER_CREATED'] } },
    );
    const early = await console_.open('/preferences');
    const isMade = Promise.withResolvers<void>();
    await early.routeWebSocket(/graphql/, async (socket) => {
      await isMade.promise;
      socket.connectToServer();
    });
    await early.goto(`${console_.app.config.publicUrl}/console/webhooks/${other.webhook.id}`);
    await early.getByText('No delivery yet.').waitFor();
    const ofUsers = () => receiver.received.filter(({ json }) => json.type === 'User.Created').length;
    const before = ofUsers();
    await call('mutation { createUser(input: { username: "early" }) { user { id } } }');
    await expect.poll(ofUsers).toBe(before + 1);
    isMade.resolve();
    await early.getByRole('row', { name: /User\.Created .*Delivered/ }).waitFor();
    expect(console_.complaints).toEqual([]);
  });

  it('has its deliveries alone, with filters that are in the address', async () => {
    await call('mutation { createRole(input: { name: "New role" }) { role { id } } }');
    await tab('Deliveries').click();
    await page.getByRole('row', { name: /Role\.Created .*Delivered/ }).waitFor();
    expect(await page.getByRole('columnheader', { name: 'Webhook' }).count()).toBe(0);
    expect(await page.getByRole('combobox', { name: 'Filter: State' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Delivered', exact: true }).click();
    await page.getByRole('row').filter({ hasText: 'Role.Created' }).waitFor();
    await page.getByRole('button', { name: 'Failed 0' }).click();
    await page.getByText('Nothing matches.').waitFor();
    expect(new URL(page.url()).searchParams.get('where')).toBe('{"status":"FAILED"}');
    await page.reload();
    await page.getByText('Nothing matches.').waitFor();
    expect(console_.complaints).toEqual([]);
  });
});

describe('the holders of an organization role', () => {
  it('are members and applications, each in an organization', async () => {
    await visit(page, '/organization-roles/:organizationRole', records);
    await tab('Holders').click();
    const members = page.getByRole('table', { name: 'Members of organizations' });
    await members.locator('tbody').getByRole('link').first().waitFor();
    expect(await members.getByRole('columnheader').allTextContents()).toEqual(['Person', 'Organization', 'Joined ↓']);
    await tab('Applications').click();
    await page.getByRole('table', { name: 'Applications in organizations' }).waitFor();
    expect(await page.getByRole('button', { name: 'Export' }).count()).toBe(0);
  });
});

describe('an organization', () => {
  it('invites from the tab of its invitations, which has those of no other', async () => {
    await visit(page, '/organizations/:organization/invitations', records);
    await page.getByRole('heading', { name: /^Invitations/ }).waitFor();
    await page.getByRole('button', { name: 'Invite' }).click();
    const dialog = page.getByRole('dialog', { name: /^Invite a person to / });
    await dialog.getByRole('textbox', { name: 'Invitee email' }).fill('vint@example.com');
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('row').filter({ hasText: 'vint@example.com' }).waitFor();
    const other = 'mutation { createOrganization(input: { name: "Other" }) { organization { id } } }';
    const { createOrganization: made } = await call<{ createOrganization: { organization: { id: string } } }>(other);
    await visit(page, `/organizations/${made.organization.id}/invitations`, records);
    await page.getByText('No invitation yet.', { exact: false }).waitFor();
    expect(console_.complaints).toEqual([]);
  });
});

describe('the sign-in experience', () => {
  it('has policy, tests, preview and attempts', async () => {
    await visit(page, '/sign-in', records);
    await section('Signing in').waitFor();
    await tab('Tests').click();
    await page.waitForURL('**/console/sign-in/tests');
    await section('Tests').waitFor();
    await tab('Preview').click();
    await section('Preview').waitFor();
    await tab('Attempts').click();
    await page.getByRole('table', { name: 'Sign-in attempts' }).waitFor();
    expect(await page.locator('nav .nav-link[aria-current]').allTextContents()).toEqual(['Sign-in experience']);
    expect(console_.complaints).toEqual([]);
  });
});

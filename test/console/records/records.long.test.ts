import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemIds } from '../../../src/platform/ids/ids.ts';
import { complete, visit } from '../../support/browsers/console-pages.ts';
import { startConsole, type TestConsole } from '../../support/browsers/console.ts';
import { makeRecords, type Records } from '../../support/records.ts';

let console_: TestConsole;
let records: Records;
let page: Page;
beforeAll(async () => {
  console_ = await startConsole();
  const { database, clock } = console_.app.services;
  records = await makeRecords({ database, now: clock.now });
  page = await console_.open('/');
});
afterAll(() => console_[Symbol.asyncDispose]());

const call = <Data>(query: string, variables: object = {}): Promise<Data> => console_.call<Data>(query, variables);
const section = (name: string): Locator =>
  page.locator('section.card').filter({ has: page.getByRole('heading', { name, exact: true }) });
const tab = (name: string): Locator => page.locator('nav.tabs').getByRole('link', { name });
const number = (index: number): string => String(index).padStart(3, '0');

describe('a list within a record', () => {
  let users: readonly string[];

  /** 120 users hold the role and are members of the organization; one user is in 70 organizations. */
  beforeAll(async () => {
    const create = 'mutation ($input: CreateUsersInput!) { createUsers(input: $input) { results { user { id } } } }';
    const createUsers = async (indexes: readonly number[]): Promise<string[]> => {
      const items = indexes.map((index) => ({ name: `Member ${number(index)}`, roleIds: [records.otherRole] }));
      const { createUsers: created } = await call<{ createUsers: { results: { user: { id: string } }[] } }>(create, {
        input: { items: items.map((item, at) => ({ ...item, username: `member_${indexes[at]}` })), mode: 'ALL' },
      });
      return created.results.map(({ user }) => user.id);
    };
    const indexes = Array.from({ length: 120 }, (_, index) => index);
    users = [...(await createUsers(indexes.slice(0, 60))), ...(await createUsers(indexes.slice(60)))];
    const add =
      'mutation ($input: AddOrganizationMembersInput!) { addOrganizationMembers(input: $input) { isReplay } }';
    await call(add, { input: { organizationId: records.organization, userIds: users } });
    const { prisma } = console_.app.services.database;
    const made = indexes
      .slice(0, 70)
      .map((index) => ({ id: systemIds.next('organization'), name: `Customer ${number(index)}` }));
    await prisma.organization.createMany({ data: made });
    const userId = users[0] ?? '';
    await prisma.organizationUser.createMany({ data: made.map(({ id }) => ({ organizationId: id, userId })) });
  });

  const rows = (): Locator => page.locator('tbody tr');

  it('has an order, pages and a search, and shows who has each name', async () => {
    await visit(page, '/organizations/:organization', records);
    await page.getByRole('table', { name: 'Members' }).waitFor();
    expect(await rows().count()).toBe(50);
    await page.getByRole('button', { name: 'Person' }).click();
    await page.getByRole('button', { name: 'Person' }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('order')).toBe('NAME');
    await page.getByRole('searchbox', { name: 'Search' }).fill('Member 118');
    await expect.poll(() => rows().allTextContents()).toEqual([expect.stringContaining('Member 118member_118')]);
  });

  it('stays current', async () => {
    const rename = 'mutation ($input: UpdateUserInput!) { updateUser(input: $input) { user { id } } }';
    await call(rename, { input: { userId: users[118], name: 'Member 118 the Second' } });
    await rows().getByRole('link', { name: 'Member 118 the Second' }).waitFor();
    await call(
      'mutation ($input: RemoveOrganizationMemberInput!) { removeOrganizationMember(input: $input) { organization { id } } }',
      { input: { organizationId: records.organization, userId: users[118] } },
    );
    await page.getByText('Nothing matches.').waitFor();
    expect(await rows().count()).toBe(0);
  });

  it('has all holders of a role', async () => {
    await visit(page, '/roles/:otherRole/holders', records);
    await page.getByRole('table', { name: 'Holders' }).waitFor();
    await page.getByRole('heading', { name: 'Holders 120' }).waitFor();
    await rows().getByRole('checkbox').first().click();
    await rows().getByRole('checkbox').nth(1).click();
    await page.getByRole('button', { name: 'Take away from 2…' }).click();
    await page.getByRole('dialog').getByText('User.Roles.Updated').first().waitFor({ state: 'attached' });
    await page.keyboard.press('Escape');
    expect(console_.complaints).toEqual([]);
  });

  it('has all organizations of a user, and each by its name', async () => {
    await visit(page, `/users/${users[0]}/organizations`, records);
    await page.getByRole('heading', { name: 'Organizations 71' }).waitFor();
    expect(await rows().count()).toBe(50);
    const filter = page.getByRole('combobox', { name: 'Organization', exact: true });
    await filter.click();
    await filter.fill('Customer 068');
    await page.getByRole('option', { name: 'Customer 068' }).click();
    await expect.poll(() => rows().allTextContents()).toEqual([expect.stringContaining('Customer 068')]);
  });

  it('the list of events goes back to the first one', async () => {
    const rename = 'mutation ($input: UpdateUserInput!) { updateUser(input: $input) { user { id } } }';
    for (let index = 0; index < 52; index++) await call(rename, { input: { userId: users[0], name: `Name ${index}` } });
    await visit(page, `/users/${users[0]}/events`, records);
    await page.getByRole('link', { name: 'User.Data.Updated' }).first().waitFor();
    expect(await page.getByRole('link', { name: 'User.Created' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByRole('link', { name: 'User.Created' }).waitFor();
    expect(console_.complaints).toEqual([]);
  });
});

describe('going from one record to another of its kind', () => {
  it('shows nothing of the first one until the second is loaded', async () => {
    await visit(page, '/users/:user', records);
    const first = await page.getByRole('heading', { level: 1 }).textContent();
    const released = Promise.withResolvers<void>();
    await page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes(records.other)) await released.promise;
      await route.continue();
    });
    await page.evaluate((id) => history.pushState({}, '', `/console/users/${id}`), records.other);
    await page.locator('main [aria-busy=true]').getByRole('status').waitFor();
    expect(await page.locator('main').textContent()).not.toContain(first);
    released.resolve();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.unroute('**/graphql');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).not.toBe(first);
  });
});

describe('a connector', () => {
  it('has its settings without secrets, the messages that it sends, and its changes on a page', async () => {
    await visit(page, '/connectors', records);
    await page.locator(`tr[data-id="${records.connector}"]`).getByRole('link').click();
    await page.getByText('127.0.0.1:9').first().waitFor();
    await tab('Messages').click();
    await page.getByText('It has sent no message in the last seven days.').waitFor();
    const { prisma } = console_.app.services.database;
    const message = { channel: 'email', template: 'sign-in-code', language: 'en', expiresAt: new Date() } as const;
    const send = (id: string, recipient: string) =>
      prisma.message.create({
        data: { ...message, id, recipient, state: 'sent', connectorId: records.connector, createdAt: new Date() },
      });
    const [first, second] = [systemIds.next('message'), systemIds.next('message')];
    await send(first, 'ada@example.com');
    const row = page.locator(`tr[data-id="${first}"]`);
    await row.getByText('Sent').waitFor();
    await send(second, 'grace@example.com');
    await prisma.message.update({ where: { id: first }, data: { state: 'failed' } });
    await row.getByText('Failed').waitFor();
    await page.getByRole('button', { name: '1 new: show' }).click();
    await page.locator(`tr[data-id="${second}"]`).waitFor();
    await page.getByRole('combobox', { name: 'Filter: State' }).selectOption('State: Failed');
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('textbox', { name: 'Name of the view' }).fill('Not sent');
    await page.getByRole('button', { name: 'Save view' }).click();
    await page.getByRole('button', { name: 'Not sent', exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await visit(page, '/connectors/:connector/messages', records);
    await page.getByRole('button', { name: 'Views (1)' }).click();
    await page.getByRole('button', { name: 'Not sent', exact: true }).click();
    await page.locator(`tr[data-id="${second}"]`).waitFor({ state: 'hidden' });
    await row.waitFor();
    await tab('Events').click();
    await page.getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Enable…' }).click();
    const dialog = page.getByRole('dialog', { name: /^Enable / });
    await dialog.getByText('Connector.Data.Updated').waitFor({ state: 'attached' });
    await dialog.getByRole('button', { name: /^Enable / }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('Connector.Data.Updated').waitFor();
    expect(console_.complaints).toEqual([]);
  });
});

describe('a list that cannot be searched by text', () => {
  it.each([
    ['/events', ':user', 'subjectId'],
    ['/events', 'req_of_long_ago', 'requestId'],
    ['/events', '0af7651916cd43dd8448eb211c80319c', 'traceId'],
    ['/deliveries', ':toldEvent', 'eventId'],
    ['/deliveries', ':role', 'subjectId'],
    ['/messages', 'ada@example.com', 'recipient'],
    ['/sign-in/attempts', ':user', 'userId'],
    ['/jobs', 'suspend or reactivate', 'operation', 'SET_USER_SUSPENDED'],
  ])('%s, finds %s as its %s', async (path, text, name, value?: string) => {
    await visit(page, path, records);
    const typed = text.startsWith(':') ? String(records[text.slice(1) as keyof Records]) : text;
    const box = page.getByRole('searchbox');
    await box.fill('what nothing is called');
    await box.press('Enter');
    await page.getByText('This is none of:').waitFor();
    await box.fill(` ${typed} `);
    await box.press('Enter');
    const where = JSON.stringify({ [name]: value ?? typed });
    await expect.poll(() => new URL(page.url()).searchParams.get('where')).toBe(where);
    await page.locator('main section:not([aria-busy=true]) :is(h1, h2)').waitFor();
    expect(console_.complaints).toEqual([]);
  });
});

describe('a sign-in attempt', () => {
  it('is opened by the reference that the person reads out, in the search of the list and in the palette', async () => {
    const { prisma } = console_.app.services.database;
    const where = { id: records.signInAttempt };
    const { reference } = await prisma.signInAttempt.findUniqueOrThrow({ where });
    const readable = `${reference.slice(0, 4)}-${reference.slice(4)}`;
    await visit(page, '/sign-in/attempts', records);
    const box = page.getByRole('searchbox');
    await box.fill(`${reference.slice(0, 4)} ${reference.slice(4)}`.toLowerCase());
    await box.press('Enter');
    await complete(page, `/sign-in/attempts/${readable}`);
    await page.getByRole('heading', { name: readable }).waitFor();
    await page.getByRole('button', { name: 'Send a one-time link' }).waitFor();
    await visit(page, '/sign-in/attempts/AAAA-AAAA', records);
    await page.getByText('No attempt of the last 30 days has this reference.').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('textbox', { name: 'A page, an action' }).fill(readable);
    await page.getByRole('option', { name: readable }).waitFor();
    await page.keyboard.press('Enter');
    await complete(page, `/sign-in/attempts/${readable}`);
    await prisma.signInAttempt.update({ where, data: { state: 'refused', endedAt: new Date() } });
    await page.getByText(/Refused$/).waitFor();
    await visit(page, '/sign-in/attempts/:signInAttempt', records);
    await page.getByRole('heading', { name: readable }).waitFor();
    expect(console_.complaints).toEqual([]);
  });
});

describe('invitations', () => {
  it('are revoked together, and sent again one by one', async () => {
    const create = `mutation ($input: CreateOrganizationInvitationInput!) {
      createOrganizationInvitation(input: $input) { organizationInvitation { id } }
    }`;
    for (const name of ['ada', 'bob']) {
      await call(create, { input: { organizationId: records.organization, inviteeEmail: `${name}@example.com` } });
    }
    await visit(page, '/invitations', records);
    await page.getByRole('checkbox', { name: 'ada@example.com' }).click();
    await page.getByRole('button', { name: 'Send again…' }).waitFor();
    await page.getByRole('checkbox', { name: 'bob@example.com' }).click();
    expect(await page.getByRole('button', { name: 'Send again…' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Revoke 2…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('2 events').first().waitFor();
    await dialog.getByRole('button', { name: 'Revoke invitations' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => page.locator('tbody tr').filter({ hasText: 'Revoked' }).count()).toBe(2);
    expect(console_.complaints).toEqual([]);
  });
});

describe('the administrators', () => {
  it('are those who hold roles with permissions, warn of the only one, and change while they are shown', async () => {
    await visit(page, '/access', records);
    await page.getByRole('heading', { name: 'Administrator', exact: true }).waitFor();
    await page.getByText(/^Only .+ can assign roles to people:/).waitFor();
    const { roles } = await call<{ roles: { nodes: { id: string }[] } }>(
      '{ roles(first: 1, search: "Administrator") { nodes { id } } }',
    );
    await page.getByRole('button', { name: 'Assign Administrator to another person…' }).click();
    const dialog = page.getByRole('dialog', { name: /^Assign / });
    await dialog.getByRole('combobox', { name: 'User' }).click();
    await dialog.getByRole('combobox', { name: 'User' }).fill('Member 001');
    await page.getByRole('option', { name: 'Member 001' }).click();
    await dialog.getByText('User.Roles.Updated').waitFor({ state: 'attached' });
    await dialog.getByRole('button', { name: /^Assign / }).click();
    await dialog.waitFor({ state: 'hidden' });
    await section('Holders').getByRole('link', { name: 'Member 001' }).waitFor();
    await page.getByText(/^Only .+ can assign roles to people:/).waitFor({ state: 'hidden' });
    const row = section('Holders').getByRole('listitem').filter({ hasText: 'Member 001' });
    await row.getByRole('button', { name: 'Take away…' }).click();
    await page
      .getByRole('dialog', { name: /^Remove / })
      .getByText('User.Roles.Updated')
      .waitFor({ state: 'attached' });
    expect(new URL(page.url()).searchParams.get('with')).toContain(roles.nodes[0]?.id);
    await page.keyboard.press('Escape');
    expect(console_.complaints).toEqual([]);
  });

  it('include those of organizations', async () => {
    const scopes = await call<{ scopes: { nodes: { id: string }[] } }>(
      '{ scopes(first: 1, filter: { name: "organizations:write" }) { nodes { id } } }',
    );
    const add = `mutation ($input: AddOrganizationRoleApiScopesInput!) {
      addOrganizationRoleApiScopes(input: $input) { organizationRole { displayName } }
    }`;
    const { addOrganizationRoleApiScopes: added } = await call<{
      addOrganizationRoleApiScopes: { organizationRole: { displayName: string } };
    }>(add, { input: { organizationRoleId: records.organizationRole, scopeIds: [scopes.scopes.nodes[0]?.id] } });
    await page.getByRole('heading', { name: added.organizationRole.displayName, exact: true }).waitFor();
    await section('Members of organizations').getByRole('link').first().waitFor();
    expect(console_.complaints).toEqual([]);
  });
});

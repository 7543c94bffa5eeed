import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { visit } from '../support/console-pages.ts';
import { startConsole, type TestConsole } from '../support/console.ts';
import { makeRecords, type Records } from '../support/records.ts';

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
const number = (index: number): string => String(index).padStart(3, '0');

describe('a list within a record', () => {
  let users: readonly string[];

  /** 120 users hold the role and are members of the organization. */
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
  });

  const names = (of: string): Promise<string[]> =>
    section(of)
      .getByRole('link', { name: /^Member \d/ })
      .allTextContents();

  it('shows 50 more at a time, until all are shown', async () => {
    await visit(page, '/organizations/:organization', records);
    const more = section('Members').getByRole('button', { name: 'Show more' });
    await more.click();
    await expect.poll(() => section('Members').getByRole('listitem').count()).toBe(101);
    await more.click();
    await expect.poll(async () => new Set(await names('Members')).size).toBe(120);
    expect(await more.count()).toBe(0);
  });

  it('stays current on each of its pages', async () => {
    const rename = 'mutation ($input: UpdateUserInput!) { updateUser(input: $input) { user { id } } }';
    await call(rename, { input: { userId: users.at(-1), name: 'Member 999' } });
    await section('Members').getByRole('link', { name: 'Member 999' }).waitFor();
    expect(await names('Members')).toHaveLength(120);
  });

  it('is searched by the platform, also beyond its first page', async () => {
    await section('Members').getByRole('searchbox', { name: 'Search: Members' }).fill('Member 118');
    await expect.poll(() => names('Members')).toEqual(['Member 118']);
    await section('Members').getByRole('searchbox').fill('nobody at all');
    await section('Members').getByText('Nothing found.').waitFor();
    await section('Members').getByRole('searchbox').fill('');
    await expect.poll(async () => (await names('Members')).length).toBeGreaterThan(40);
  });

  it('of a role has all holders, and offers no search where one page is all', async () => {
    await visit(page, '/roles/:otherRole', records);
    await section('Holders').getByRole('button', { name: 'Show more' }).click();
    await section('Holders').getByRole('button', { name: 'Show more' }).click();
    await expect.poll(async () => (await names('Holders')).length).toBe(120);
    await visit(page, '/roles/:role', records);
    await section('Holders').getByRole('link').first().waitFor();
    expect(await page.getByRole('searchbox', { name: 'Search: Holders' }).count()).toBe(0);
    expect(console_.complaints).toEqual([]);
  });

  it('of events goes back to the first one', async () => {
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

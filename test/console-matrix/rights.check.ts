import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { permissionNames } from '../../src/vocabulary/permissions.ts';
import { begin, consolePages, visit } from '../support/browsers/console-pages.ts';
import { password, passwords } from '../support/password.ts';
import { type Stage, startStage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage[Symbol.asyncDispose]());

/** Each permission alone; those that only read; all. */
const sets: [string, readonly string[]][] = [
  ['nothing', []],
  ...permissionNames.map((name): [string, readonly string[]] => [name, [name]]),
  ['all that read', permissionNames.filter((name) => name.endsWith(':read'))],
  ['everything', permissionNames],
];

let users = 0;

/** Signs in as a new user who holds these permissions through a role. */
async function signIn(permissions: readonly string[]): Promise<Page> {
  const { call, app, context, signIn: signInAs } = stage.console;
  const username = `holder_${++users}`;
  const scopes = permissions.map((name) => ({ resource: app.config.managementResource, name }));
  const { createRole } = await call<{ createRole: { role: { id: string } } }>(
    'mutation ($input: CreateRoleInput!) { createRole(input: $input) { role { id } } }',
    { input: { name: `Role of ${username}`, scopes } },
  );
  const input = { username, passwordHash: await passwords.hash(password), roleIds: [createRole.role.id] };
  await call('mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }', { input });
  const page = await (await context()).newPage();
  await signInAs(page, '/', username);
  return page;
}

/** Goes to a page, or to the first tab of the record that is offered, and returns the address that is shown. */
async function arrive(page: Page, path: string): Promise<string> {
  const address = await begin(page, path, stage.records);
  const main = page.locator(
    `main:is([data-path="${address}"], [data-path^="${address}/"]):not(:has([aria-busy=true]))`,
  );
  await main.locator(':is(h1, [role=alert])').first().waitFor();
  return (await main.getAttribute('data-path')) ?? '';
}

/** The texts of a page for someone who lacks a permission for it. */
const refusals = (page: Page): Promise<string[]> =>
  page.locator('main [role=alert]', { hasText: 'You lack' }).allTextContents();

/** The addresses that the navigation and the shown page lead to. */
const linksOf = (page: Page): Promise<string[]> =>
  page
    .locator('nav .nav-link, main a[href^="/console"]')
    .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname))
    .then((paths) => paths.map((path) => path.replace(/^\/console/, '') || '/'));

describe('someone who holds', () => {
  it.each(sets)('%s is offered the pages that work, and is refused nothing there', async (_title, permissions) => {
    const page = await signIn(permissions);
    // The menu of the person leads to the preferences.
    const offered = new Set(['/preferences']);
    const works = new Map<string, { address: string; isWorking: boolean }>();
    stage.console.complaints.length = 0;
    for (const path of consolePages) {
      const address = await arrive(page, path);
      works.set(path, { address, isWorking: (await refusals(page)).length === 0 });
      for (const link of await linksOf(page)) offered.add(link);
    }
    await page.context().close();
    expect(stage.console.complaints).toEqual([]);
    // The page of a record is offered by its list, and its tabs by itself.
    const isOffered = (path: string, address: string): boolean =>
      offered.has(address) || (/:\w+$/.test(path) && offered.has(path.replace(/\/:\w+$/, '')));
    const wrong = [...works].filter(([path, { address, isWorking }]) => isOffered(path, address) !== isWorking);
    expect(wrong.map(([path, { isWorking }]) => ({ path, isWorking, isOffered: !isWorking }))).toEqual([]);
  });
});

/** Everything that a page receives from the Management API. */
function received(page: Page): string[] {
  const texts: string[] = [];
  page.on('response', (response) => {
    if (!response.url().endsWith('/graphql')) return;
    response.text().then(
      (text) => texts.push(text),
      () => undefined,
    );
  });
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => texts.push(String(payload))));
  return texts;
}

/** Runs a mutation with one field of its payload that has an id, and returns that id. */
async function create(operation: string, record: string, input: object): Promise<string> {
  const type = `${operation.charAt(0).toUpperCase()}${operation.slice(1)}Input`;
  const query = `mutation ($input: ${type}!) { made: ${operation}(input: $input) { record: ${record} { id } } }`;
  return (await stage.console.call<{ made: { record: { id: string } } }>(query, { input })).made.record.id;
}

/** An organization with an administrator who holds every permission in it, and an application. */
async function newOrganization(): Promise<Record<'organization' | 'user' | 'service', string>> {
  const { scopes } = await stage.console.call<{ scopes: { nodes: { id: string; name: string }[] } }>(
    '{ scopes(first: 100) { nodes { id name } } }',
  );
  const names = new Set<string>(permissionNames);
  const scopeIds = scopes.nodes.filter(({ name }) => names.has(name)).map(({ id }) => id);
  const organizationRoleId = await create('createOrganizationRole', 'organizationRole', { name: 'Owner', scopeIds });
  const organization = await create('createOrganization', 'organization', { name: 'Own organization' });
  const passwordHash = await passwords.hash(password);
  const user = await create('createUser', 'user', { username: 'owner', passwordHash });
  const member = { organizationId: organization, userId: user, organizationRoleIds: [organizationRoleId] };
  await create('setOrganizationMember', 'organization', member);
  const service = await create('createApplication', 'application', { name: 'Own service', type: 'MACHINE_TO_MACHINE' });
  const added = { organizationId: organization, applicationIds: [service] };
  await create('addOrganizationApplications', 'organization', added);
  return { organization, user, service };
}

describe('an administrator of one organization', () => {
  it('receives the id of no other organization, and none of its people and applications, on any page', async () => {
    const own = await newOrganization();
    const page = await (await stage.console.context()).newPage();
    const texts = received(page);
    await stage.console.signIn(page, '/', 'owner');
    stage.console.complaints.length = 0;
    const { organization: otherOrganization, user, service } = stage.records;
    // They begin at the page of their organization, in the place of the overview.
    for (const path of consolePages.filter((one) => one !== '/')) {
      await visit(page, path, { ...stage.records, ...own }, ':is(h1, [role=alert], .empty)');
      await create('updateOrganization', 'organization', { organizationId: otherOrganization, description: path });
    }
    await create('updateOrganization', 'organization', { organizationId: own.organization, description: 'The last' });
    // The feed is in the order of the events: those of the other organization have passed.
    const isLast = (text: string): boolean => text.includes(own.organization) && text.includes('Data.Updated');
    await expect.poll(() => texts.some(isLast)).toBe(true);
    await page.context().close();
    const foreign = [otherOrganization, user, service].filter((id) => texts.some((text) => text.includes(id)));
    expect(foreign).toEqual([]);
    expect(stage.console.complaints).toEqual([]);
  });
});

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { permissionNames } from '../../src/vocabulary/permissions.ts';
import { consolePages, visit } from '../support/console-pages.ts';
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

/** What a page says to someone who lacks a permission for it. */
const refusals = (page: Page): Promise<string[]> =>
  page.locator('main [role=alert]', { hasText: 'You lack the permission' }).allTextContents();

describe('someone who holds', () => {
  it.each(sets)('%s is offered the pages that work, and is refused nothing there', async (_title, permissions) => {
    const page = await signIn(permissions);
    const links = page.locator('nav .nav-link');
    const offered = new Set(
      (await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))).map(
        (href) => href.replace(/^\/console/, '') || '/',
      ),
    );
    // Pages of records are offered by their list.
    const isOffered = (path: string): boolean => offered.has(path.replace(/\/:.*/, '')) || offered.has(path);
    const works = new Map<string, boolean>();
    stage.console.complaints.length = 0;
    for (const path of consolePages) {
      await visit(page, path, stage.records, ':is(h1, [role=alert])');
      works.set(path, (await refusals(page)).length === 0);
      if (isOffered(path)) expect({ path, complaints: stage.console.complaints }).toEqual({ path, complaints: [] });
      else stage.console.complaints.length = 0;
    }
    const expected = consolePages.map((path) => [path, isOffered(path)]);
    expect([...works]).toEqual(expected);
    await page.context().close();
  });
});

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startConsole, type TestConsole } from '../../support/browsers/console.ts';

let console_: TestConsole;
let page: Page;
beforeAll(async () => {
  console_ = await startConsole();
  page = await console_.open('/events');
});
afterAll(() => console_[Symbol.asyncDispose]());

const go = async (path: string): Promise<void> => {
  await page.goto(`${console_.app.config.publicUrl}/console${path}`);
  await page.locator('main h1').waitFor();
  await page.locator('[data-state=live]').waitFor();
};
const dialog = () => page.getByRole('dialog');

describe('what an application did', () => {
  /** The application that the console is, which acts for its administrators. */
  const consoleApplication = async (): Promise<{ id: string; displayName: string }> => {
    const { events } = await console_.call<{ events: { nodes: { cause: { applicationIds: string[] } }[] } }>(
      '{ events(first: 1, filter: { operation: "createRole", actorKinds: [USER] }) { nodes { cause { applicationIds } } } }',
    );
    const [id = ''] = events.nodes[0]?.cause.applicationIds ?? [];
    const { application } = await console_.call<{ application: { id: string; displayName: string } }>(
      'query ($id: ID!) { application(id: $id) { id displayName } }',
      { id },
    );
    return application;
  };
  const rows = () => page.getByRole('list', { name: 'Events' }).getByRole('listitem');
  const side = (name: string) => page.getByRole('radiogroup', { name: 'Events' }).getByText(name, { exact: true });
  beforeAll(async () => {
    const input = encodeURIComponent(JSON.stringify({ name: 'Made by hand', scopes: [] }));
    await go(`/roles?do=createRole&with=${input}`);
    await dialog().getByRole('button', { name: 'Create role' }).click();
    await dialog().waitFor({ state: 'hidden' });
  });

  it('is on its page: what is about it, what it did itself, and what it did for a person', async () => {
    const { id } = await consoleApplication();
    await go(`/applications/${id}/events`);
    await rows().getByText('Application.Created').waitFor();
    expect(await rows().filter({ hasText: 'Role.Created' }).count()).toBe(0);
    await side('Actions for a person').click();
    await rows().filter({ hasText: 'Role.Created' }).getByText('Made by hand').waitFor();
    await side('Own actions').click();
    await page.getByText('No event.').waitFor();
  });

  it('is found in the audit by the name of a user or of an application', async () => {
    const { displayName } = await consoleApplication();
    await go('/events');
    await page.getByRole('combobox', { name: 'By', exact: true }).fill('adm');
    await page.getByRole('option', { name: 'admin' }).first().click();
    await page.getByRole('row').filter({ hasText: 'Role.Created' }).getByText('Made by hand').waitFor();
    await expect.poll(() => page.getByRole('row').filter({ hasText: 'Signing' }).count()).toBe(0);
    await page.getByRole('combobox', { name: 'Application that acted for a person' }).click();
    await page.getByRole('option', { name: displayName }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('where')).toContain('applicationId');
    await page.getByRole('row').filter({ hasText: 'Made by hand' }).waitFor();
    expect(console_.complaints).toEqual([]);
  });
});

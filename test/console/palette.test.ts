import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityProblems } from '../support/browsers/chromium.ts';
import { startConsole, type TestConsole } from '../support/browsers/console.ts';

let console_: TestConsole;
let page: Page;
let userId: string;
beforeAll(async () => {
  console_ = await startConsole();
  const { createUser } = await console_.call<{ createUser: { user: { id: string } } }>(
    'mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }',
    { input: { name: 'Joan Clarke', email: 'joan@bletchley.example' } },
  );
  userId = createUser.user.id;
  await console_.call('mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { webhook { id } } }', {
    input: { name: 'Search index', url: 'https://index.example.com/events', eventTypes: ['ROLE_CREATED'] },
  });
  page = await console_.open('/');
});
afterAll(() => console_[Symbol.asyncDispose]());

/** Opens the palette, and types what is looked for. */
async function find(text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  const field = page.getByRole('dialog').getByRole('textbox');
  await field.fill(text);
}
const option = (name: string) => page.getByRole('option', { name, exact: true });

describe('the palette', () => {
  it('marks the option that Enter takes, which can be read in light and dark', async () => {
    await find('joan');
    const record = option('Joan Clarke joan@bletchley.example User');
    await expect.poll(() => record.getAttribute('data-combobox-selected')).toBe('true');
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await accessibilityProblems(page)).toEqual([]);
    }
    await page.keyboard.press('Escape');
  });

  it('finds a person by the address, and the messages to it', async () => {
    await find('joan@bletchley.example');
    await option('Messages to joan@bletchley.example').waitFor();
    await option('Joan Clarke joan@bletchley.example User').click();
    await page.waitForURL(`**/console/users/${userId}`);
    await find('joan@bletchley.example');
    await option('Messages to joan@bletchley.example').click();
    await page.getByRole('heading', { name: 'Messages' }).waitFor();
    expect(new URL(page.url()).search).toContain('joan%40bletchley.example');
    expect(console_.complaints).toEqual([]);
  });

  it('finds a record of any kind by its id, with its name', async () => {
    await find(userId);
    await option(`Joan Clarke joan@bletchley.example ${userId}`).click();
    await page.waitForURL(`**/console/users/${userId}`);
    expect(console_.complaints).toEqual([]);
  });

  it('finds the events of a request and of a trace by their ids', async () => {
    const { events } = await console_.call<{ events: { nodes: { cause: { requestId: string; traceId: string } }[] } }>(
      'query ($id: ID!) { events(first: 1, filter: { subjectId: $id }) { nodes { cause { requestId traceId } } } }',
      { id: userId },
    );
    const { requestId = '', traceId = '' } = events.nodes[0]?.cause ?? {};
    for (const [text, name] of [
      [requestId, 'Events of this request'],
      [traceId, 'Events of this trace'],
    ] as const) {
      await find(text);
      await option(name).click();
      await expect.poll(() => page.locator('tbody tr code').allTextContents()).toEqual(['User.Created']);
    }
    expect(console_.complaints).toEqual([]);
  });

  it('finds a webhook by its address', async () => {
    await find('index.example.com');
    await option('Search index https://index.example.com/events Webhook').click();
    await page.getByRole('heading', { name: 'Search index' }).waitFor();
    expect(console_.complaints).toEqual([]);
  });

  it('finds a page by the question that it answers', async () => {
    for (const text of ['why', 'refused', 'missing scope']) {
      await find(text);
      await option('Explain an exchange g x').waitFor();
      await page.keyboard.press('Escape');
    }
    await find('why');
    await option('Explain an exchange g x').click();
    await page.getByRole('heading', { name: 'Explain an exchange', level: 1 }).waitFor();
    expect(console_.complaints).toEqual([]);
  });

  it.each([
    ['en', 'create role', 'Create role'],
    ['de', 'Rolle anlegen', 'Rolle anlegen'],
    ['de', 'anlegen Rolle', 'Rolle anlegen'],
  ])('takes by Enter the action that has the words that were typed: %s, %s', async (locale, text, title) => {
    const person = await console_.open('/', { locale });
    await person.keyboard.press('Control+k');
    await person.getByRole('dialog').getByRole('textbox').fill(text);
    await person.getByRole('option', { name: `${title}…`, exact: true }).waitFor();
    await person.keyboard.press('Enter');
    await person.getByRole('dialog', { name: title, exact: true }).waitFor();
    expect(console_.complaints).toEqual([]);
  });
});

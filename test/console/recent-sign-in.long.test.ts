import { hash } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { consoleClientId } from '../../src/vocabulary/built-in-applications.ts';
import { dialog } from '../support/browsers/console-changes.ts';
import { startConsole, type TestConsole } from '../support/browsers/console.ts';
import { password } from '../support/password.ts';

let console_: TestConsole;
beforeAll(async () => {
  console_ = await startConsole();
});
afterAll(() => console_[Symbol.asyncDispose]());

const notice = 'This change requires a sign-in at most 15 minutes old';

async function newRole(name: string): Promise<string> {
  const { createRole } = await console_.call<{ createRole: { role: { id: string } } }>(
    'mutation ($input: CreateRoleInput!) { createRole(input: $input) { role { id } } }',
    { input: { name } },
  );
  return createRole.role.id;
}

const deletionOf = (roleId: string) => `/roles?do=deleteRole&with=${JSON.stringify({ roleId })}`;

const eventsAbout = async (filter: object) =>
  (
    await console_.call<{ events: { nodes: { typeName: string }[] } }>(
      'query ($filter: EventFilter!) { events(first: 9, filter: $filter) { nodes { typeName } } }',
      { filter },
    )
  ).events.nodes.map(({ typeName }) => typeName);

/** Counts the changes that a page sends, dry runs left out. */
function changesOf(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    const body = request.postData() ?? '';
    if (request.url().endsWith('/graphql') && body.includes('"dryRun":false')) sent.push(body);
  });
  return sent;
}

const isInView = (element: Locator) =>
  element.evaluate((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });

async function signInInWindow(page: Page): Promise<void> {
  const [window] = await Promise.all([
    page.context().waitForEvent('page'),
    dialog(page).getByRole('button', { name: 'Sign in again' }).click(),
  ]);
  // The identifier is filled in.
  await window.fill('input[name=password]', password);
  await Promise.all([window.waitForEvent('close'), window.click('button[name=answer][value=yes]')]);
}

describe('a dangerous change after a sign-in that is too old', () => {
  it('asks for a sign-in in a window, and is then made once', async () => {
    const roleId = await newRole('Old hand');
    const page = await (await console_.context()).newPage();
    await console_.signIn(page, `/roles/${roleId}`);
    console_.advance(901);
    const sent = changesOf(page);
    await page.goto(`${console_.app.config.publicUrl}/console${deletionOf(roleId)}`);
    await dialog(page).getByText('Role.Deleted').waitFor({ state: 'attached' });
    await dialog(page)
      .getByRole('button', { name: /^Delete / })
      .click();
    await dialog(page).getByText(notice).waitFor();
    expect(await eventsAbout({ subjectId: roleId, types: ['ROLE_DELETED'] })).toEqual([]);
    await signInInWindow(page);
    await dialog(page).waitFor({ state: 'hidden' });
    expect(await eventsAbout({ subjectId: roleId, types: ['ROLE_DELETED'] })).toHaveLength(1);
    expect(sent).toHaveLength(2);
    expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, document.cookie]))).toBe(
      '[{},{},""]',
    );
  });

  it('keeps what was typed, and is sent with the same idempotency key', async () => {
    const page = await (await console_.context()).newPage();
    await console_.signIn(page, '/webhooks?do=createWebhook');
    console_.advance(901);
    const sent = changesOf(page);
    await dialog(page).getByRole('textbox', { name: 'Name', exact: true }).fill('Search index');
    await dialog(page).getByRole('textbox', { name: 'URL' }).fill('https://hooks.example.com/');
    await dialog(page).getByText('Webhook.Created').waitFor({ state: 'attached' });
    await dialog(page).getByRole('button', { name: 'Create webhook' }).click();
    await dialog(page).getByText(notice).waitFor();
    const button = dialog(page).getByRole('button', { name: 'Sign in again' });
    await expect.poll(() => button.evaluate((one) => one === document.activeElement)).toBe(true);
    expect(await isInView(button)).toBe(true);
    expect(await dialog(page).getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('Search index');
    await signInInWindow(page);
    expect(await dialog(page).locator('[data-secret]').textContent()).toMatch(/^whsec_/);
    const keys = sent.map(
      (body) => (JSON.parse(body) as { variables: { idempotencyKey: string } }).variables.idempotencyKey,
    );
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    expect(await eventsAbout({ types: ['WEBHOOK_CREATED'] })).toHaveLength(1);
  });

  it('is made at once, without a window, if the person has signed in elsewhere since', async () => {
    const roleId = await newRole('Colleague');
    const page = await (await console_.context()).newPage();
    await console_.signIn(page, deletionOf(roleId));
    await dialog(page).getByText('Role.Deleted').waitFor({ state: 'attached' });
    console_.advance(901);
    // An authorization request of no page of the console, which none of its tabs hears of.
    const elsewhere = await page.context().newPage();
    await elsewhere.goto(authorizationRequest());
    await elsewhere.fill('input[name=identifier]', 'admin');
    await elsewhere.fill('input[name=password]', password);
    await elsewhere.click('button[name=answer][value=yes]');
    await elsewhere.waitForURL('**/console/callback?**');
    const sent = changesOf(page);
    await dialog(page)
      .getByRole('button', { name: /^Delete / })
      .click();
    await dialog(page).waitFor({ state: 'hidden' });
    expect(sent).toHaveLength(2);
    expect(await eventsAbout({ subjectId: roleId, types: ['ROLE_DELETED'] })).toHaveLength(1);
  });

  it('is announced when its dialog opens, with why, and the sign-in asks for the password alone', async () => {
    const page = await (await console_.context()).newPage();
    await console_.signIn(page, '/webhooks');
    console_.advance(901);
    await page.clock.setSystemTime(console_.app.services.clock.now());
    await page.goto(`${console_.app.config.publicUrl}/console/webhooks?do=createWebhook`);
    const announced = dialog(page).getByText(`${notice}. Sign in again now`);
    await announced.waitFor();
    const name = dialog(page).getByRole('textbox', { name: 'Name', exact: true });
    await expect.poll(() => name.evaluate((one) => one === document.activeElement)).toBe(true);
    const [window] = await Promise.all([
      page.context().waitForEvent('page'),
      dialog(page).getByRole('button', { name: 'Sign in again' }).click(),
    ]);
    await expect.poll(() => window.locator('input[name=identifier]').first().inputValue()).toBe('admin');
    await window.fill('input[name=password]', password);
    await Promise.all([window.waitForEvent('close'), window.click('button[name=answer][value=yes]')]);
    await announced.waitFor({ state: 'hidden' });
    expect(await name.isVisible()).toBe(true);
  });
});

function authorizationRequest(): string {
  const { issuer, publicUrl } = console_.app.config;
  return `${issuer}/auth?${new URLSearchParams({
    client_id: consoleClientId,
    response_type: 'code',
    redirect_uri: `${publicUrl}/console/callback`,
    scope: 'openid',
    code_challenge: hash('sha256', 'a verifier', 'base64url'),
    code_challenge_method: 'S256',
    max_age: '900',
  })}`;
}

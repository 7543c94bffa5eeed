import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityProblems } from '../../support/browsers/chromium.ts';
import { visit } from '../../support/browsers/console-pages.ts';
import { startConsole, type TestConsole } from '../../support/browsers/console.ts';
import { startReceiver, type Receiver } from '../../support/servers/receiver.ts';

let console_: TestConsole;
let receiver: Receiver;
let page: Page;
let webhookId: string;
beforeAll(async () => {
  console_ = await startConsole();
  receiver = await startReceiver();
  page = await console_.open('/live');
});
afterAll(async () => {
  await console_[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
});

const go = async (path: string): Promise<void> => {
  await page.goto(`${console_.app.config.publicUrl}/console${path}`);
  await page.locator('main h1').waitFor();
  await page.locator('[data-state=live]').waitFor();
};
const newUser = async (name: string): Promise<string> =>
  (
    await console_.call<{ createUser: { user: { id: string } } }>(
      'mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }',
      { input: { name } },
    )
  ).createUser.user.id;
const rename = (userId: string, name: string) =>
  console_.call('mutation ($input: UpdateUserInput!) { updateUser(input: $input) { user { id } } }', {
    input: { userId, name },
  });
const newRole = (name: string) =>
  console_.call('mutation ($input: CreateRoleInput!) { createRole(input: $input) { role { id } } }', {
    input: { name },
  });
const redeliver = (deliveryId: unknown) =>
  console_.call('mutation ($input: RedeliverDeliveryInput!) { redeliverDelivery(input: $input) { events { id } } }', {
    input: { deliveryId },
  });
const stream = () => page.getByRole('list', { name: 'Live events' }).locator('[data-id]');
const dialog = () => page.getByRole('dialog');

describe('the live events', () => {
  it('begin with the latest ones, and with the time since when there are none that match', async () => {
    await stream().filter({ hasText: 'User.Created' }).getByText('Administrator').first().waitFor();
    await page.getByRole('searchbox').fill('nobody');
    await page.getByText(/^Nothing since \d\d:\d\d/).waitFor();
    expect(await stream().count()).toBe(0);
    await page.getByRole('searchbox').fill('');
    await stream().filter({ hasText: 'User.Created' }).getByText('Administrator').first().waitFor();
  });

  it('are filtered by type, which is in the address, and counted', async () => {
    await page.getByRole('combobox', { name: 'Type' }).click();
    await page.getByRole('option', { name: 'User.Created' }).click();
    await newRole('Clerk');
    await newUser('Ada');
    await stream().getByText('Ada').waitFor();
    expect(await stream().count()).toBe(2);
    expect(new URL(page.url()).searchParams.get('where')).toBe('{"types":"USER_CREATED"}');
    await page.getByText(/^[1-9]\d* in the last minute$/).waitFor();
  });

  it('stay where they are during a pause, and are kept at the top if they are pinned', async () => {
    await page.getByRole('button', { name: 'Keep User.Created at the top' }).first().click();
    await page.getByRole('button', { name: 'Pause' }).click();
    await newUser('Grace');
    await page.getByRole('button', { name: 'Continue: 1 waiting' }).waitFor();
    expect(await stream().count()).toBe(2);
    await page.getByRole('button', { name: 'Continue: 1 waiting' }).click();
    await expect.poll(() => stream().count()).toBe(3);
    const pinned = page.getByRole('list', { name: 'Kept at the top' });
    expect(await pinned.getByText('Ada').count()).toBe(1);
  });

  it('become a webhook with the same conditions', async () => {
    await page.getByRole('button', { name: 'Make a webhook of this' }).click();
    await dialog().getByRole('textbox', { name: 'Name', exact: true }).fill('Users');
    await dialog().getByRole('textbox', { name: 'URL' }).fill(receiver.url);
    await dialog().getByText('Webhook.Created').waitFor({ state: 'attached' });
    await dialog().getByRole('button', { name: 'Create webhook' }).click();
    await dialog().getByText('Done').waitFor();
    const { webhooks } = await console_.call<{ webhooks: { nodes: { id: string; eventTypes: string[] }[] } }>(
      '{ webhooks(first: 5) { nodes { id eventTypes } } }',
    );
    expect(webhooks.nodes).toMatchObject([{ eventTypes: ['USER_CREATED'] }]);
    webhookId = webhooks.nodes[0]?.id ?? '';
  });
});

describe('an event', () => {
  it('becomes a webhook for events of its type', async () => {
    await go('/events?where={"types":"ROLE_CREATED"}');
    await page.getByRole('row').filter({ hasText: 'Clerk' }).getByRole('link', { name: 'Role.Created' }).click();
    await page.getByRole('button', { name: 'Make a webhook of this' }).click();
    await dialog().getByRole('textbox', { name: 'Name', exact: true }).waitFor();
    const { searchParams } = new URL(page.url());
    expect(JSON.parse(searchParams.get('with') ?? '')).toEqual({ eventTypes: ['ROLE_CREATED'] });
  });

  it('has its time to the millisecond, as all times in UTC or that of the browser, as the person prefers', async () => {
    const { events } = await console_.call<{ events: { nodes: { id: string; timestamp: string }[] } }>(
      '{ events(first: 1, filter: { types: [ROLE_CREATED] }) { nodes { id timestamp } } }',
    );
    const { id, timestamp = '' } = events.nodes[0] ?? {};
    const tokyo = await console_.open(`/events/${id}`, { timezoneId: 'Asia/Tokyo' });
    const [time, milliseconds = ''] = timestamp.slice(14, -1).split('.');
    await tokyo.getByText(new RegExp(`:${time}\\.${milliseconds.slice(0, 3)} .*GMT\\+9`)).waitFor();
    await tokyo.getByText('UTC', { exact: true }).click();
    await tokyo.getByText(new RegExp(`${timestamp.slice(14, 19)}.* UTC`)).waitFor();
    await visit(tokyo, `/events?where={"until":"${timestamp}"}`, {});
    expect(await tokyo.getByLabel('Until (UTC)').inputValue()).toBe(timestamp.slice(0, 16));
    await visit(tokyo, '/preferences', {});
    expect(await tokyo.getByRole('radio', { name: 'UTC' }).isChecked()).toBe(true);
    await tokyo.getByText('Local', { exact: true }).click();
    await expect.poll(() => tokyo.getByRole('radio', { name: 'Local' }).isChecked()).toBe(true);
    expect(console_.complaints).toEqual([]);
  });
});

describe('the deliveries', () => {
  it('appear as they are attempted, without being queried again and again', async () => {
    await go(`/deliveries?where={"webhookId":"${webhookId}"}`);
    await page.getByText('No delivery yet.').waitFor({ state: 'hidden' });
    const documents: string[] = [];
    page.on('request', (request) => documents.push(request.postData() ?? ''));
    await newUser('Barbara');
    await page.getByRole('button', { name: '1 new: show' }).click();
    await page.getByRole('cell', { name: 'Delivered' }).first().waitFor();
    expect(documents.filter((body) => body.includes('query Deliveries(')).length).toBeLessThan(5);
  });

  it('change while they are shown, on their page and on that of their webhook', async () => {
    receiver.answer(500);
    await newUser('Katherine');
    await page.getByRole('button', { name: '1 new: show' }).click();
    await page.getByRole('cell', { name: 'Pending' }).first().waitFor();
    await page.getByRole('link', { name: 'User.Created' }).first().click();
    await page.getByText('attempt 1').first().waitFor();
    receiver.answer(200);
    const { pathname } = new URL(page.url());
    const deliveryId = pathname.split('/').at(-1);
    await redeliver(deliveryId);
    await page.getByText('Delivered').first().waitFor();
    await go(`/webhooks/${webhookId}`);
    await newUser('Dorothy');
    await page.getByRole('button', { name: '1 new: show' }).click();
    await expect.poll(() => page.locator('tbody tr').count()).toBe(3);
    expect(console_.complaints).toEqual([]);
  });

  it('those of a webhook that are not delivered are counted by state as they are attempted, and one button away', async () => {
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await button('Pending 0').waitFor();
    receiver.answer(500);
    await newUser('Mary');
    await button('Pending 1').click();
    await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
    expect(new URL(page.url()).searchParams.get('where')).toBe('{"status":"PENDING"}');
    const deliveryId = await page.locator('tbody tr').getAttribute('data-id');
    expect(await button('Pending 1').getAttribute('aria-pressed')).toBe('true');
    await button('Failed 0').click();
    await page.getByText('Nothing matches.').waitFor();
    await button('Failed 0').click();
    await expect.poll(() => page.locator('tbody tr').count()).toBe(4);
    receiver.answer(200);
    await redeliver(deliveryId);
    await button('Pending 0').waitFor();
    expect(console_.complaints).toEqual([]);
  });

  it('those of an event are on its page, and change there as they are attempted', async () => {
    const { webhookDeliveries } = await console_.call<{
      webhookDeliveries: { nodes: { id: string; eventId: string }[] };
    }>('{ webhookDeliveries(last: 1) { nodes { id eventId } } }');
    const [latest] = webhookDeliveries.nodes;
    await go(`/events/${latest?.eventId}`);
    const deliveries = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Deliveries' }) });
    await deliveries.getByRole('link', { name: 'Users' }).waitFor();
    await deliveries.getByText('Delivered').waitFor();
    receiver.answer(500);
    await redeliver(latest?.id);
    await deliveries.getByText('Pending').waitFor();
    await deliveries.getByText(/^500 · attempt/).waitFor();
    receiver.answer(200);
    const { events } = await console_.call<{ events: { nodes: { id: string }[] } }>(
      '{ events(first: 1, filter: { types: [ROLE_CREATED] }) { nodes { id } } }',
    );
    await go(`/events/${events.nodes[0]?.id}`);
    await deliveries.getByText('It was sent to no webhook yet.').waitFor();
    expect(console_.complaints).toEqual([]);
  });
});

describe('a list', () => {
  it('moves no row when one of them changes after others were created', async () => {
    const id = await newUser('Alan Turing');
    await go('/users');
    await page.getByRole('link', { name: 'Alan Turing' }).waitFor();
    const names = () => page.locator('tbody td.name .identity-lines > bdi:first-child').allTextContents();
    const before = await names();
    await newUser('Edsger');
    await page.getByRole('button', { name: '1 new: show' }).waitFor();
    await rename(id, 'Alan Mathison Turing');
    await page.getByRole('link', { name: 'Alan Mathison Turing' }).waitFor();
    expect(await names()).toEqual(['Alan Mathison Turing', ...before.slice(1)]);
    await page.getByRole('button', { name: '1 new: show' }).click();
    await page.getByRole('link', { name: 'Edsger' }).waitFor();
  });

  it('keeps a deleted row, struck through, until it is queried again', async () => {
    const id = await newUser('Mallory');
    await page.getByRole('button', { name: '1 new: show' }).click();
    await page.getByRole('link', { name: 'Mallory' }).waitFor();
    await console_.call('mutation ($input: DeleteUserInput!) { deleteUser(input: $input) { deletedUserId } }', {
      input: { userId: id },
    });
    await page.locator(`tr[data-id="${id}"][data-deleted=true]`).waitFor();
    await page.reload();
    await page.getByRole('link', { name: 'Edsger' }).waitFor();
    expect(await page.locator(`tr[data-id="${id}"]`).count()).toBe(0);
  });
});

describe('the comparison of two events of a record', () => {
  it('has the fields that differ, and an address', async () => {
    const id = await newUser('Ada Byron');
    await rename(id, 'Ada Lovelace');
    await rename(id, 'Ada King');
    const { events } = await console_.call<{ events: { nodes: { id: string }[] } }>(
      'query ($id: ID!) { events(last: 1, filter: { subjectId: $id }) { nodes { id } } }',
      { id },
    );
    await go(`/events/${events.nodes[0]?.id}`);
    await page.getByRole('link', { name: 'Compare with the previous one' }).click();
    const name = page.getByRole('table', { name: 'Compare' }).getByRole('row').filter({ hasText: 'name' });
    await expect.poll(() => name.getByRole('cell').allTextContents()).toEqual(['name', 'Ada Lovelace', 'Ada King']);
    await page.getByRole('combobox', { name: 'Another event about this record' }).click();
    await page.getByRole('option', { name: 'User.Created' }).click();
    await expect.poll(() => name.getByRole('cell').allTextContents()).toEqual(['name', 'Ada Byron', 'Ada King']);
    await page.reload();
    await expect.poll(() => name.getByRole('cell').allTextContents()).toEqual(['name', 'Ada Byron', 'Ada King']);
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});

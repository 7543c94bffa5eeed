import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventTypes } from '../../../src/vocabulary/events.ts';
import { startConsole, type TestConsole } from '../../support/browsers/console.ts';
import { type Receiver, startReceiver } from '../../support/servers/receiver.ts';

/** From "nothing arrives" to the cause, and to everything that was held up. */
let console_: TestConsole;
let receiver: Receiver;
let webhookId: string;
beforeAll(async () => {
  console_ = await startConsole();
  receiver = await startReceiver(503);
  const { createWebhook } = await console_.call<{ createWebhook: { webhook: { id: string } } }>(
    'mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { webhook { id } } }',
    { input: { name: 'Search index', url: receiver.url, eventTypes: ['ROLE_CREATED'] } },
  );
  webhookId = createWebhook.webhook.id;
});
afterAll(async () => {
  await console_[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
});

const newRole = (name: string) =>
  console_.call('mutation ($input: CreateRoleInput!) { createRole(input: $input) { role { id } } }', {
    input: { name },
  });
const open = (): Promise<Page> => console_.open(`/webhooks/${webhookId}`);
const failing = (page: Page) => page.getByRole('region', { name: 'Failing', exact: true });

describe('the page of a webhook that fails', () => {
  it('shows since when, because of what answer, when it is tried again, and the attempts, the newest first', async () => {
    receiver.answer((response) => response.writeHead(503).end('{"error":"The index is rebuilt."}'));
    await newRole('Picker');
    const page = await open();
    await failing(page).getByText('Failing since').waitFor();
    await failing(page).getByText('The last attempt failed: 503').waitFor();
    await failing(page).getByText('{"error":"The index is rebuilt."}').waitFor();
    await failing(page).getByText('Next attempt in').waitFor();
    await failing(page).getByText('1 event has not arrived.').waitFor();
    const attempts = failing(page).getByRole('list', { name: 'Attempts, newest first' }).getByRole('listitem');
    expect((await attempts.allTextContents()).at(-1)).toMatch(/503.*attempt 1,/);
    await failing(page).getByRole('link', { name: 'See the attempt' }).click();
    await page.getByRole('heading', { name: 'attempt 1' }).waitFor();
    expect(console_.complaints).toEqual([]);
  });

  it('has the address that it sends to in its head', async () => {
    const page = await open();
    await page.locator('.record-head').getByText(receiver.url).waitFor();
    expect(console_.complaints).toEqual([]);
  });

  it('counts a delivery that is tried again as pending, and not as failed', async () => {
    const page = await open();
    await page.getByText('0 delivered, 0 failed, 1 pending after a failure').waitFor();
    await page.getByRole('button', { name: 'Failed 0' }).waitFor();
    await page.getByRole('button', { name: 'Pending 1' }).waitFor();
    expect(console_.complaints).toEqual([]);
  });

  it('tries now at one press, and states that it failed again', async () => {
    const page = await open();
    const attempts = failing(page).getByRole('list', { name: 'Attempts, newest first' }).getByRole('listitem');
    const numbers = async (): Promise<number[]> =>
      (await attempts.allTextContents()).map((text) => Number(/503.*attempt (\d+),/.exec(text)?.[1]));
    await attempts.first().waitFor();
    const [before = 0] = await numbers();
    await failing(page).getByRole('button', { name: 'Try now' }).click();
    await page.getByText('Webhook receiving an event again: Search index').waitFor();
    await expect.poll(async () => (await numbers())[0]).toBeGreaterThan(before);
    expect(await numbers()).toEqual((await numbers()).toSorted((one, other) => other - one));
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(console_.complaints).toEqual([]);
  });

  it('sends all since the first failure at one press, and states that it works again', async () => {
    await newRole('Packer');
    const page = await open();
    await failing(page).getByText('2 events have not arrived.').waitFor();
    receiver.answer(204);
    await failing(page).getByRole('button', { name: 'Send all since the first failure' }).click();
    // One of them may have arrived by itself just before.
    await page.getByText(/^Webhook receiving (2 events|an event) again: Search index/).waitFor();
    await page.getByText('2 delivered, 0 failed').waitFor();
    await page.getByRole('status', { name: 'It works again.' }).waitFor();
    await failing(page).waitFor({ state: 'hidden' });
    expect(await page.getByRole('button', { name: 'Send all since the first failure' }).count()).toBe(0);
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(console_.complaints).toEqual([]);
  });
});

describe('the page of a delivery', () => {
  it('has its attempts with the newest first', async () => {
    const page = await open();
    await page.getByRole('row').getByRole('link', { name: 'Role.Created' }).last().click();
    await page.getByRole('heading', { name: 'attempt 2' }).waitFor();
    const headings = await page.getByRole('heading', { name: /^attempt/ }).allTextContents();
    expect(headings.length).toBeGreaterThan(1);
    expect(headings).toEqual(headings.toSorted().toReversed());
  });
});

describe('what has failed for good', () => {
  const fail = (): Promise<unknown> =>
    console_.app.services.database.prisma.webhookDelivery.updateMany({
      data: { status: 'failed', finishedAt: new Date() },
    });

  it('is named although the webhook works, and is sent again at one press', async () => {
    await fail();
    const before = receiver.received.length;
    const page = await open();
    const notice = page.getByRole('region', { name: 'Some events have failed for good' });
    await notice.getByText('2 events have not arrived.').waitFor();
    await notice.getByRole('button', { name: 'Send all since the first failure' }).click();
    await expect.poll(() => receiver.received.length).toBe(before + 2);
    await notice.waitFor({ state: 'hidden' });
    // The answer of the receiver is recorded a moment later.
    await page.getByText('2 delivered, 0 failed').waitFor();
    expect(console_.complaints).toEqual([]);
  });

  it('is sent again from a time that can be changed, in a time zone that is named', async () => {
    await fail();
    const before = receiver.received.length;
    const page = await console_.open(`/webhooks/${webhookId}`, { timezoneId: 'Asia/Tokyo' });
    await page.getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Send failed ones…' }).click();
    const since = page.getByRole('dialog').getByLabel('Since (Asia/Tokyo)');
    expect(await since.inputValue()).not.toBe('');
    expect(await since.isEnabled()).toBe(true);
    await page.getByRole('dialog').getByText('Webhook.Redelivery.Requested').waitFor({ state: 'attached' });
    await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await expect.poll(() => receiver.received.length).toBe(before + 2);
    expect(console_.complaints).toEqual([]);
  });
});

describe('the form of a webhook', () => {
  it('has all events beside it, with an example of the message with each', async () => {
    const page = await console_.open('/webhooks');
    await page.getByRole('button', { name: 'New webhook' }).click();
    const catalog = page.getByRole('dialog').getByRole('region', { name: 'Events and their messages' });
    const types = catalog.getByRole('listbox', { name: 'Types of events' });
    await expect.poll(() => types.getByRole('option').count()).toBe(eventTypes.length);
    await catalog.getByText('No type is chosen: all events are sent.').waitFor();
    await catalog.getByRole('textbox', { name: 'Search the events' }).fill('membership');
    await expect.poll(() => types.getByRole('option').allTextContents()).toEqual(['Organization.Membership.Updated']);
    await catalog.getByText('Users or applications joined or left an organization.').waitFor();
    await catalog.getByText('"addedUserIds"').waitFor();
    await catalog.getByRole('button', { name: 'Send Organization.Membership.Updated' }).click();
    await catalog.getByText('It is sent.').waitFor();
    expect(await types.getByRole('option').allTextContents()).toEqual(['✓ Organization.Membership.Updated']);
    await page
      .getByRole('dialog')
      .getByText('Organization Membership Updated')
      .or(page.getByRole('dialog').locator('.mantine-Pill-root'))
      .first()
      .waitFor();
    expect(console_.complaints).toEqual([]);
  });
});

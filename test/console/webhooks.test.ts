import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startConsole, type TestConsole } from '../support/browsers/console.ts';
import { type Receiver, startReceiver } from '../support/servers/receiver.ts';

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
  it('shows why, since when, and when it is tried again', async () => {
    await newRole('Picker');
    const page = await open();
    await failing(page).getByText('The last attempt failed: 503').waitFor();
    await failing(page).getByText('Failing since').waitFor();
    await failing(page).getByText('Next attempt in').waitFor();
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

  it('offers to try now, and nothing that would send no event', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'Failed 0' }).waitFor();
    expect(await page.getByRole('button', { name: 'since the first failure' }).count()).toBe(0);
    await failing(page).getByRole('button', { name: 'Try now…' }).click();
    await page.getByRole('dialog').getByText('Webhook.Redelivery.Requested').waitFor({ state: 'attached' });
    receiver.answer(204);
    await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
    await page.getByRole('dialog').getByText('Done').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('1 delivered, 0 failed').waitFor();
    await failing(page).waitFor({ state: 'hidden' });
    expect(console_.complaints).toEqual([]);
  });
});

describe('the page of a delivery', () => {
  it('has its attempts with the newest first', async () => {
    const page = await open();
    await page.getByRole('row').getByRole('link', { name: 'Role.Created' }).click();
    await page.getByRole('heading', { name: 'attempt 2' }).waitFor();
    const headings = await page.getByRole('heading', { name: /^attempt/ }).allTextContents();
    expect(headings.length).toBeGreaterThan(1);
    expect(headings).toEqual(headings.toSorted().toReversed());
  });
});

describe('what has failed for good', () => {
  it('is sent again from the first failure on, which can be changed, in a time zone that is named', async () => {
    await console_.app.services.database.prisma.webhookDelivery.updateMany({
      data: { status: 'failed', finishedAt: new Date() },
    });
    const before = receiver.received.length;
    const page = await console_.open(`/webhooks/${webhookId}`, { timezoneId: 'Asia/Tokyo' });
    await page.getByRole('button', { name: 'Send what failed since the first failure…' }).click();
    const since = page.getByRole('dialog').getByLabel('Since (Asia/Tokyo)');
    expect(await since.inputValue()).not.toBe('');
    expect(await since.isEnabled()).toBe(true);
    await page.getByRole('dialog').getByText('Webhook.Redelivery.Requested').waitFor({ state: 'attached' });
    await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
    await page.getByRole('dialog').getByText('Done').waitFor();
    await expect.poll(() => receiver.received.length).toBe(before + 1);
    expect(console_.complaints).toEqual([]);
  });
});

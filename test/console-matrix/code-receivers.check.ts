import type { Page } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startConsole, type TestConsole } from '../support/browsers/console.ts';
import { freePort } from '../support/servers/redis-server.ts';
import { ensureLanguages, shownSample, writeSample } from './samples.ts';

let stage: TestConsole;
let page: Page;
beforeAll(async () => {
  ensureLanguages();
  stage = await startConsole();
  page = await stage.open('/');
}, 600_000);
afterAll(() => stage[Symbol.asyncDispose]());

/** A webhook for a receiver at an address, and the receiver that its page shows in a language. */
async function webhookAt(url: string, language: string): Promise<{ id: string; secret: string; shown: string }> {
  const { createWebhook: made } = await stage.call<{ createWebhook: { webhook: { id: string }; secret: string } }>(
    'mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { webhook { id } secret } }',
    { input: { name: language, url, hasKeyPair: true } },
  );
  await page.goto(`${stage.app.config.publicUrl}/console/webhooks/${made.webhook.id}/secret`);
  const shown = await shownSample(page, 'A receiver that verifies messages', language);
  return { id: made.webhook.id, secret: made.secret, shown };
}

const testWebhook = `mutation ($webhookId: ID!) {
  testWebhook(input: { webhookId: $webhookId, eventType: USER_CREATED }) { status failure error }
}`;

/** Sends a message as anyone can. Resolves with the status of the answer. */
async function send(url: string, headers: Record<string, string>, body: string): Promise<number> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  return response.status;
}

const minutesAgo = (minutes: number): Date => new Date(Date.now() - minutes * 60_000);

const signedBy = (secret: string, body: string, time = new Date()): Record<string, string> => ({
  'webhook-id': 'evt_1',
  'webhook-timestamp': String(Math.floor(time.getTime() / 1000)),
  'webhook-signature': new Webhook(secret).sign('evt_1', time, body),
});

/** Sends messages that a receiver must accept, and those that it must refuse. Returns the statuses. */
async function sendAll(url: string, { secret, body }: { secret: string; body: string }) {
  const now = signedBy(secret, body);
  const old = signedBy(secret, body, minutesAgo(6));
  const signature = now['webhook-signature'] ?? '';
  const other = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
  const accepted = [
    now,
    signedBy(secret, body, minutesAgo(4)),
    { ...now, 'webhook-signature': `v1,AAAA ${signature}` }, // During a rotation there are two.
  ];
  const refused = [
    signedBy(secret, body.replace('Zoë', 'Zoe')),
    signedBy(other, body),
    old,
    signedBy(secret, body, minutesAgo(-6)),
    { ...old, 'webhook-timestamp': now['webhook-timestamp'] ?? '' }, // An old message with a new time.
    { ...now, 'webhook-timestamp': 'now' },
    { ...now, 'webhook-signature': signature.replace('v1,', 'v1a,') },
    { ...now, 'webhook-signature': '' },
    {},
  ];
  const sendEach = (all: Record<string, string>[]) => Promise.all(all.map((headers) => send(url, headers, body)));
  return { accepted: await sendEach(accepted), refused: await sendEach(refused) };
}

const languages = ['Node', 'Python', 'Go', 'Java', 'Ruby', 'PHP'];

describe('the receivers that the page of a webhook shows', () => {
  it('are those that are tried here', async () => {
    await webhookAt('http://127.0.0.1:1/', 'Node');
    const offered = await page
      .getByRole('radiogroup', { name: 'A receiver that verifies messages' })
      .locator('label')
      .allTextContents();
    expect(offered).toEqual(languages);
  });

  it.each(languages)(
    'accept in %s what the platform sends, and refuse what is not signed, changed, or old',
    async (language) => {
      const port = String(await freePort());
      const url = `http://127.0.0.1:${port}/`;
      const { id, secret, shown } = await webhookAt(url, language);
      expect(shown).toContain('8080');
      using sample = await writeSample(shown.replaceAll('8080', port));
      await using program = await sample.start(url, { WEBHOOK_SECRET: secret });

      const { testWebhook: result } = await stage.call<{ testWebhook: object }>(testWebhook, { webhookId: id });
      expect(result).toEqual({ status: 204, failure: null, error: null });
      await expect.poll(() => program.written()).toContain('User.Created');

      const body = JSON.stringify({ id: 'evt_1', type: 'User.Created', data: { name: 'Zoë ☕' } });
      const statuses = await sendAll(url, { secret, body });
      expect(statuses).toEqual({ accepted: [204, 204, 204], refused: Array.from({ length: 9 }, () => 400) });
    },
    300_000,
  );
});

import type { Page } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startConsole, type TestConsole } from '../support/console.ts';
import { freePort } from '../support/redis-server.ts';
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
      const other = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
      const { 'webhook-signature': valid = '', ...rest } = signedBy(secret, body);
      expect({
        valid: await send(url, signedBy(secret, body), body),
        oneOfTwo: await send(url, { ...rest, 'webhook-signature': `v1,AAAA ${valid}` }, body),
        minutesOld: await send(url, signedBy(secret, body, minutesAgo(4)), body),
        changed: await send(url, signedBy(secret, body), body.replace('evt_1', 'evt_2')),
        ofOthers: await send(url, signedBy(other, body), body),
        old: await send(url, signedBy(secret, body, minutesAgo(6)), body),
        ofTheFuture: await send(url, signedBy(secret, body, minutesAgo(-6)), body),
        renewed: await send(
          url,
          { ...signedBy(secret, body, minutesAgo(6)), 'webhook-timestamp': rest['webhook-timestamp'] ?? '' },
          body,
        ),
        noTime: await send(url, { ...rest, 'webhook-signature': valid, 'webhook-timestamp': 'now' }, body),
        otherScheme: await send(url, { ...rest, 'webhook-signature': valid.replace('v1,', 'v1a,') }, body),
        empty: await send(url, { ...rest, 'webhook-signature': '' }, body),
        unsigned: await send(url, {}, body),
      }).toEqual({
        ...{ valid: 204, oneOfTwo: 204, minutesOld: 204 },
        ...{ changed: 400, ofOthers: 400, old: 400, ofTheFuture: 400, renewed: 400 },
        ...{ noTime: 400, otherScheme: 400, empty: 400, unsigned: 400 },
      });
    },
    300_000,
  );
});

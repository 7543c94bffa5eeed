import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { updateWebhook } from '../../../src/operations/webhooks/update-webhook.ts';
import { redeliverDelivery } from '../../../src/operations/webhooks/redeliver-delivery.ts';
import { rotateWebhookSecret } from '../../../src/operations/webhooks/rotate-webhook-secret.ts';
import { startApi, tokenFor } from '../../graphql/api.ts';
import { perFile, perTest } from '../../support/per-file.ts';
import { startReceiver } from '../../support/servers/receiver.ts';
import { startFixture } from './fixture.ts';

const api = perFile(startApi);
const fixture = perFile(() => startFixture(api.kernel));
const receiver = perTest(startReceiver);

const first = '{ typeName ... on UserCreatedEvent { user { username } } }';
const second = '{ typeName organizationId }';

/** A webhook with these settings that receives the event of a new user. */
async function makeDelivery(settings: object = {}): Promise<{ webhookId: string; deliveryId: string; secret: string }> {
  const { id, secret } = await fixture.hook(receiver.url, { eventTypes: ['User.Created'], ...settings });
  await fixture.user();
  await fixture.serve(id);
  const [delivery] = await fixture.deliveries(id);
  return { webhookId: id, deliveryId: delivery?.id ?? '', secret };
}
const read = async (deliveryId: string) =>
  (await api.ask(`{ webhookDelivery(id: "${deliveryId}") { body missingBodyReason attempts { bodySha256 } } }`))
    .webhookDelivery;
const sha256 = (text: string | undefined): string =>
  createHash('sha256')
    .update(text ?? '')
    .digest('hex');
const select = (webhookId: string, selection: string | null) =>
  fixture.kernel.run(updateWebhook, { webhookId, selection });

describe('the body of a delivery', () => {
  it.each([
    ['the whole event', null],
    ['what the selection leaves of it', first],
  ])('is what was sent to the byte: %s', async (_title, selection) => {
    const { deliveryId } = await makeDelivery({ selection });
    const sent = receiver.received[0]?.text;
    expect(await read(deliveryId)).toEqual({
      body: sent,
      missingBodyReason: null,
      attempts: [{ bodySha256: sha256(sent) }],
    });
  });

  it('is what was sent at that time, after other selections and another secret', async () => {
    const { webhookId, deliveryId } = await makeDelivery({ selection: first });
    await select(webhookId, second);
    await select(webhookId, null);
    await fixture.kernel.run(rotateWebhookSecret, { webhookId, overlapSeconds: 0 });
    expect(await read(deliveryId)).toMatchObject({ body: receiver.received[0]?.text, missingBodyReason: null });
  });

  it('is that of the last attempt; the digests show which attempts sent another one', async () => {
    const { webhookId, deliveryId } = await makeDelivery();
    await select(webhookId, second);
    await fixture.kernel.run(redeliverDelivery, { deliveryId });
    await fixture.serve(webhookId);
    await select(webhookId, first);
    const bodies = receiver.received.map(({ text }) => text);
    expect(bodies[0]).not.toBe(bodies[1]);
    expect(await read(deliveryId)).toEqual({
      body: bodies[1],
      missingBodyReason: null,
      attempts: bodies.map((body) => ({ bodySha256: sha256(body) })),
    });
  });

  it('is what would be sent now before the first attempt', async () => {
    receiver.answer(500);
    const { id: webhookId } = await fixture.hook(receiver.url, { eventTypes: ['User.Created', 'User.Data.Updated'] });
    const user = await fixture.user();
    await fixture.serve(webhookId);
    await fixture.rename(user, 'Ada');
    await fixture.serve(webhookId);
    const [, waiting] = await fixture.deliveries(webhookId);
    await select(webhookId, second);
    const { body, attempts } = await read(waiting?.id ?? '');
    expect([JSON.parse(body), attempts]).toMatchObject([
      { id: waiting?.eventId, data: { typeName: 'User.Data.Updated', organizationId: null }, sequence: 2 },
      [],
    ]);
  });

  it('never contains the secret or the values of custom headers', async () => {
    const { deliveryId, secret } = await makeDelivery({ headers: { Authorization: 'Bearer of-the-receiver' } });
    const text = JSON.stringify(
      await api.ask(`{ webhookDelivery(id: "${deliveryId}") { body attempts { requestHeaders } } }`),
    );
    expect(text).toContain('webhook-signature');
    expect(text).not.toContain('of-the-receiver');
    expect(text).not.toContain(secret.slice('whsec_'.length));
  });

  it('is missing, with the reason, if it cannot be reconstructed', async () => {
    const { pool } = api.kernel.database;
    const { deliveryId } = await makeDelivery();
    await pool.query(`UPDATE events SET data = data || '{"later": true}' WHERE id = $1`, [
      receiver.received[0]?.json.id,
    ]);
    expect(await read(deliveryId)).toMatchObject({ body: null, missingBodyReason: 'CHANGED' });
    await pool.query('DELETE FROM events WHERE id = $1', [receiver.received[0]?.json.id]);
    expect(await read(deliveryId)).toMatchObject({ body: null, missingBodyReason: 'EVENT_REMOVED' });
  });

  it('requires the permission to read events, and takes no statement per delivery of a page', async () => {
    const { webhookId, deliveryId } = await makeDelivery({ selection: first });
    const reader = tokenFor(['webhooks:read']);
    const answer = await api.call(`{ webhookDelivery(id: "${deliveryId}") { id body } }`, {}, reader);
    expect([answer.data.webhookDelivery, answer.errors.map(({ extensions }) => extensions.code)]).toEqual([
      { id: deliveryId, body: null },
      ['FORBIDDEN'],
    ]);
    await select(webhookId, second);
    const page = () => api.ask(`{ webhook(id: "${webhookId}") { deliveries { nodes { body } } } }`);
    const one = await api.statementsOf(page);
    for (let count = 0; count < 9; count++) await fixture.user();
    await fixture.serve(webhookId);
    expect((await page()).webhook.deliveries.nodes).toHaveLength(10);
    expect(await api.statementsOf(page)).toBe(one);
  });
});

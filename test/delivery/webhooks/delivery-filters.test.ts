import { describe, expect, it } from 'vitest';
import { redeliverDelivery } from '../../../src/operations/webhooks/redeliver-delivery.ts';
import { startApi } from '../../graphql/api.ts';
import { perFile } from '../../support/per-file.ts';
import { startReceiver } from '../../support/servers/receiver.ts';
import { startFixture } from './fixture.ts';

const api = perFile(startApi);
const fixture = perFile(() => startFixture(api.kernel));
const receiver = perFile(startReceiver);

const list = async (filter: object): Promise<string[]> => {
  const { webhookDeliveries } = await api.ask(
    `query ($filter: WebhookDeliveryFilter) { webhookDeliveries(filter: $filter) { totalCount nodes { id } } }`,
    { filter },
  );
  const ids = webhookDeliveries.nodes.map(({ id }: { id: string }) => id);
  expect(webhookDeliveries.totalCount).toBe(ids.length);
  return ids;
};

describe('the filters of deliveries', () => {
  it('compare where the last attempt failed, and what it was answered', async () => {
    const { id: webhookId } = await fixture.hook(receiver.url, { eventTypes: ['User.Created'] });
    await fixture.user();
    receiver.answer(410);
    await fixture.serve(webhookId);
    const [delivery] = await fixture.deliveries(webhookId);
    const ids = [delivery?.id];
    expect(await list({ webhookId, failure: 'STATUS' })).toEqual(ids);
    expect(await list({ webhookId, httpStatus: 410 })).toEqual(ids);
    expect(await list({ webhookId, status: 'FAILED' })).toEqual(ids);
    expect(await list({ webhookId, httpStatus: 204 })).toEqual([]);

    await api.ask(
      `mutation { setWebhookEnabled(input: { webhookId: "${webhookId}", isEnabled: true }) { webhook { id } } }`,
    );
    await fixture.kernel.run(redeliverDelivery, { deliveryId: delivery?.id ?? '' });
    receiver.answer((response) => response.destroy());
    await fixture.serve(webhookId);
    expect(await list({ webhookId, failure: 'STATUS' })).toEqual([]);
    expect(await list({ webhookId, failure: 'BODY' })).toEqual(ids);
    expect(await list({ webhookId, httpStatus: 410 })).toEqual([]);

    receiver.answer(202);
    await fixture.kernel.run(redeliverDelivery, { deliveryId: delivery?.id ?? '' });
    await fixture.serve(webhookId);
    expect(await list({ webhookId, failure: 'BODY' })).toEqual([]);
    expect(await list({ webhookId, httpStatus: 202 })).toEqual(ids);
    expect(await list({ webhookId, status: 'DELIVERED', isRedelivery: true })).toEqual(ids);
  });

  it('find the deliveries of events about a record, also below a webhook', async () => {
    receiver.answer(204);
    const { id: webhookId } = await fixture.hook(receiver.url, { subjectKinds: ['user'] });
    const [ada] = [await fixture.user(), await fixture.user()];
    await fixture.rename(ada, 'Ada');
    await fixture.serve(webhookId);
    const about = (await fixture.deliveries(webhookId)).filter(({ subjectKey }) => subjectKey === `user:${ada}`);
    const ids = about.map(({ id }) => id).sort();
    expect(ids).toHaveLength(2);
    expect(await list({ webhookId, subjectId: ada })).toEqual(ids);
    const below = await api.ask(
      `{ webhook(id: "${webhookId}") { deliveries(filter: { subjectId: "${ada}" }, orderBy: { field: CREATED_AT, direction: DESC }) { nodes { id } } } }`,
    );
    expect(below.webhook.deliveries.nodes).toEqual(ids.toReversed().map((id) => ({ id })));
    expect(await list({ subjectId: 'nobody' })).toEqual([]);
  });
});

import { expect, test } from 'vitest';
import { holder, startManagementApi } from '../../support/management-api.ts';
import { perFile } from '../../support/per-file.ts';
import { startReceiver } from '../../support/servers/receiver.ts';
import { startFixture } from './fixture.ts';

const api = perFile(startManagementApi);
const fixture = perFile(() => startFixture(api.kernel));
const receiver = perFile(startReceiver);

const reader = holder('webhooks:read');
/** The statistics from both APIs, in the list and in the record. */
async function statisticsOf(id: string): Promise<unknown[]> {
  const query = `{ webhook(id: "${id}") { deliveryStats { delivered failed retrying successRate } } }`;
  const [graphql, record, list] = await Promise.all([
    api.graphql(query, reader),
    api.rest('GET', `/webhooks/${id}`, reader),
    api.rest('GET', '/webhooks?limit=100', reader),
  ]);
  const listed = list.data.items.find((webhook: { id: string }) => webhook.id === id);
  return [graphql.data.webhook.deliveryStats, record.data.deliveryStats, listed.deliveryStats];
}
const same = (figures: object) => [figures, figures, figures];

test('a webhook has the statistics of its deliveries in the last 24 hours, the same in GraphQL and REST', async () => {
  const { id } = await fixture.hook(receiver.url, { eventTypes: ['User.Created'] });
  expect(await statisticsOf(id)).toEqual(same({ delivered: 0, failed: 0, retrying: 0, successRate: null }));
  for (let count = 0; count < 3; count++) await fixture.user();
  await fixture.serve(id);
  receiver.answer(500);
  await fixture.user();
  await fixture.serve(id);
  expect(await statisticsOf(id)).toEqual(same({ delivered: 3, failed: 1, retrying: 1, successRate: 0.75 }));
  fixture.kernel.advance(86_401);
  expect(await statisticsOf(id)).toEqual(same({ delivered: 0, failed: 1, retrying: 1, successRate: 0 }));
});

test('a webhook has its last attempt, which states why it fails, and the time of the next one', async () => {
  receiver.answer(204);
  const { id } = await fixture.hook(receiver.url, { eventTypes: ['User.Created'] });
  const read = async () => {
    const fields = 'nextAttemptAt lastAttempted { eventId lastAttempt { startedAt status failure error } }';
    return (await api.graphql(`{ webhook(id: "${id}") { ${fields} } }`, reader)).data.webhook;
  };
  expect(await read()).toEqual({ nextAttemptAt: null, lastAttempted: null });
  await fixture.user();
  await fixture.serve(id);
  expect(await read()).toMatchObject({ nextAttemptAt: null, lastAttempted: { lastAttempt: { status: 204 } } });
  receiver.answer(503);
  await fixture.user();
  await fixture.serve(id);
  const failing = await read();
  expect(failing.lastAttempted.lastAttempt).toMatchObject({ status: 503, failure: 'STATUS' });
  expect(Date.parse(failing.nextAttemptAt)).toBeGreaterThan(Date.parse(failing.lastAttempted.lastAttempt.startedAt));
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AccessStage, holder, startStage } from '../../access/stage.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import { type ByHand, startByHand } from './by-hand.ts';

let stage: AccessStage;
let hand: ByHand;
let receiver: Receiver;
beforeAll(async () => {
  [stage, receiver] = await Promise.all([startStage(), startReceiver()]);
  hand = await startByHand(stage.kernel);
});
afterAll(async () => {
  await hand[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
  await stage[Symbol.asyncDispose]();
});

const reader = holder('webhooks:read');
/** The statistics from both APIs, in the list and in the record. */
async function figuresOf(id: string): Promise<unknown[]> {
  const query = `{ webhook(id: "${id}") { deliveryStats { delivered failed successRate } } }`;
  const [graphql, record, list] = await Promise.all([
    stage.graphql(query, reader),
    stage.rest('GET', `/webhooks/${id}`, reader),
    stage.rest('GET', '/webhooks?limit=100', reader),
  ]);
  const listed = list.data.items.find((webhook: { id: string }) => webhook.id === id);
  return [graphql.data.webhook.deliveryStats, record.data.deliveryStats, listed.deliveryStats];
}
const same = (figures: object) => [figures, figures, figures];

test('A webhook has the statistics of its deliveries in the last 24 hours, the same in GraphQL and REST', async () => {
  const { id } = await hand.hook(receiver.url, { eventTypes: ['User.Created'] });
  expect(await figuresOf(id)).toEqual(same({ delivered: 0, failed: 0, successRate: null }));
  for (let count = 0; count < 3; count++) await hand.user();
  await hand.serve(id);
  receiver.answer(500);
  await hand.user();
  await hand.serve(id);
  expect(await figuresOf(id)).toEqual(same({ delivered: 3, failed: 1, successRate: 0.75 }));
  hand.kernel.advance(86_401);
  expect(await figuresOf(id)).toEqual(same({ delivered: 0, failed: 1, successRate: 0 }));
});

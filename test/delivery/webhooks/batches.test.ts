import { describe, expect, it } from 'vitest';
import { backfillWebhook } from '../../../src/operations/webhooks/backfill-webhook.ts';
import { setWebhookEnabled } from '../../../src/operations/webhooks/set-webhook-enabled.ts';
import { webhooksWithTurns } from '../../../src/store/webhook-turns.ts';
import type { Receiver } from '../../support/receiver.ts';
import { type ByHand, onStage } from './by-hand.ts';

/** Events between the fan-out and their first attempt: they are in a batch, and have no deliveries. */
let by: ByHand;
let receiver: Receiver;
onStage((given) => void ({ stage: by, receiver } = given));

const batches = (webhookId: string) => by.kernel.database.prisma.webhookBatch.findMany({ where: { webhookId } });
const users = async (count: number): Promise<string[]> => {
  const ids: string[] = [];
  for (let made = 0; made < count; made++) ids.push(await by.user());
  return ids;
};
const subjects = () => receiver.received.map(({ json }) => json.subject.id);
const standings = async (webhookId: string) =>
  (await by.deliveries(webhookId)).map(({ status, attempts }) => ({ status, attempts }));

describe('events that were fanned out', () => {
  it('have no deliveries until they are told; then each has one, with its attempt, and no batch is left', async () => {
    const { id } = await by.hook(receiver.url);
    for (const count of [1, 2, 3]) {
      await users(count);
      await by.fanOut();
    }
    expect((await batches(id)).map(({ positions }) => positions.length)).toEqual([1, 2, 3]);
    expect(await by.deliveries(id)).toEqual([]);
    await by.serve(id);
    expect(receiver.received).toHaveLength(6);
    expect((await by.deliveries(id)).map(({ status, log }) => [status, log.length])).toEqual(
      Array.from({ length: 6 }, () => ['delivered', 1]),
    );
    expect(await batches(id)).toEqual([]);
  });

  it('are in batches of at most 200', async () => {
    const { id } = await by.hook(receiver.url);
    await users(202);
    await by.fanOut();
    expect((await batches(id)).map(({ positions }) => positions.length)).toEqual([200, 2]);
    await by.serve(id);
    expect(new Set(subjects()).size).toBe(202);
  });

  it('are something to do for their webhook, unless it is disabled', async () => {
    const { id } = await by.hook(receiver.url);
    await by.user();
    await by.fanOut();
    const found = () => webhooksWithTurns(by.kernel.database, by.kernel.now());
    expect(await found()).toEqual([id]);
    await by.kernel.run(setWebhookEnabled, { webhookId: id, isEnabled: false });
    expect(await found()).toEqual([]);
  });

  it('wait for one about the same record that was not delivered, and count on from it', async () => {
    const { id } = await by.hook(receiver.url);
    const [one, other] = (await users(2)) as [string, string];
    receiver.answer((response, { json }) => response.writeHead(json.subject.id === one ? 500 : 204).end());
    await by.serve(id);
    await by.rename(one, 'Ada');
    await by.rename(other, 'Grace');
    await by.serve(id);
    expect(subjects()).toEqual([one, other, other]);
    expect((await by.deliveries(id)).map(({ status, sequence }) => [status, sequence])).toEqual([
      ['pending', 1n],
      ['delivered', 1n],
      ['waiting', 2n],
      ['delivered', 2n],
    ]);
    receiver.answer(204);
    by.kernel.advance(6);
    await by.serve(id);
    expect(receiver.received.slice(3).map(({ json }) => json.sequence)).toEqual([1, 2]);
  });

  it('are not sent once more by those who ask for what is missing', async () => {
    const { id } = await by.hook(receiver.url, { eventTypes: ['User.Created'] });
    await by.serve(id);
    const since = by.kernel.now().toISOString();
    const user = await by.user();
    await by.fanOut();
    by.kernel.advance(1);
    const range = { webhookId: id, since, until: by.kernel.now().toISOString() };
    const { output } = await by.kernel.run(backfillWebhook, range);
    expect(output.deliveryCount).toBe(0);
    await by.serve(id);
    expect(subjects()).toEqual([user]);
  });
});

describe('events for an endpoint that is not asked now', () => {
  it('are seen to wait while it rests', async () => {
    const { id } = await by.hook(receiver.url);
    receiver.answer(500);
    await users(5);
    const rest = await by.serve(id);
    receiver.received.length = 0;
    const [user] = await users(1);
    await by.rename(user ?? '', 'Ada');
    expect(await by.serve(id)).toEqual(rest);
    expect(receiver.received).toEqual([]);
    expect((await standings(id)).slice(5)).toEqual([
      { status: 'pending', attempts: 0 },
      { status: 'waiting', attempts: 0 },
    ]);
    expect(await batches(id)).toEqual([]);
    receiver.answer(204);
    by.until(rest as Date);
    by.kernel.advance(5);
    await by.serve(id);
    expect(new Set((await standings(id)).map(({ status }) => status))).toEqual(new Set(['delivered']));
  });

  it('are seen to wait when its webhook was disabled meanwhile, and are told when it is enabled again', async () => {
    const { id } = await by.hook(receiver.url, { eventTypes: ['User.Created'] });
    const [user] = await users(1);
    await by.fanOut();
    await by.kernel.run(setWebhookEnabled, { webhookId: id, isEnabled: false });
    expect(await by.serve(id)).toBeNull();
    expect(await standings(id)).toEqual([{ status: 'pending', attempts: 0 }]);
    await by.kernel.run(setWebhookEnabled, { webhookId: id, isEnabled: true });
    await by.serve(id);
    expect(subjects()).toEqual([user]);
  });

  it('wait in their order when the round ends before their turn', async () => {
    const { id } = await by.hook(receiver.url);
    receiver.answer(500);
    const people = await users(20);
    for (const person of people) await by.rename(person, 'Ada');
    await by.serve(id);
    const deliveries = await by.deliveries(id);
    expect(deliveries.slice(0, 20).every(({ status }) => status === 'pending')).toBe(true);
    expect(deliveries.slice(20).every(({ status }) => status === 'waiting')).toBe(true);
    receiver.answer(204);
    receiver.received.length = 0;
    by.kernel.advance(60);
    while ((await by.serve(id)) === 'now');
    for (const person of people) {
      const own = receiver.received.filter(({ json }) => json.subject.id === person).map(({ json }) => json);
      expect(own.map(({ sequence, type }) => [sequence, type])).toEqual([
        [1, 'User.Created'],
        [2, 'User.Data.Updated'],
      ]);
    }
  });
});

import { describe, expect, it } from 'vitest';
import { backfillWebhook } from '../../../src/operations/webhooks/backfill-webhook.ts';
import { setWebhookEnabled } from '../../../src/operations/webhooks/set-webhook-enabled.ts';
import { shareFixture } from './fixture.ts';

/** Events beyond the cursor of a webhook: they were never attempted and have no delivery records. */
const { fixture, receiver } = shareFixture();

const cursorOf = async (id: string) =>
  (await fixture.kernel.database.prisma.webhook.findUniqueOrThrow({ where: { id } })).cursor;
const head = async () => (await fixture.kernel.database.prisma.eventHead.findFirstOrThrow()).position;
const users = async (count: number): Promise<string[]> => {
  const ids: string[] = [];
  for (let made = 0; made < count; made++) ids.push(await fixture.user());
  return ids;
};
const subjects = () => receiver.received.map(({ json }) => json.subject.id);
const states = async (webhookId: string) =>
  (await fixture.deliveries(webhookId)).map(({ status, attempts }) => ({ status, attempts }));

describe('events that were never attempted', () => {
  it('have no delivery records; once sent, each has one with its attempt, and the cursor is at the head', async () => {
    const { id } = await fixture.hook(receiver.url);
    await fixture.settle();
    const start = await cursorOf(id);
    for (const count of [1, 2, 3]) {
      await users(count);
      await fixture.settle();
    }
    expect(await fixture.deliveries(id)).toEqual([]);
    expect(await cursorOf(id)).toBe(start);
    await fixture.serve(id);
    expect(receiver.received).toHaveLength(6);
    expect((await fixture.deliveries(id)).map(({ status, log }) => [status, log.length])).toEqual(
      Array.from({ length: 6 }, () => ['delivered', 1]),
    );
    expect(await cursorOf(id)).toBe(await head());
  });

  it('are sent in rounds, each event once', async () => {
    const { id } = await fixture.hook(receiver.url);
    await users(202);
    expect(await fixture.serve(id)).toBeNull();
    expect(receiver.received).toHaveLength(202);
    expect(new Set(subjects()).size).toBe(202);
  });

  it('stay in the log if a round ends before them: only attempts create delivery records', async () => {
    const { id } = await fixture.hook(receiver.url, { eventTypes: ['User.Created'] });
    await users(30);
    let requests = 0;
    receiver.answer((response) => {
      requests++;
      response.writeHead(204).end();
    });
    expect(await fixture.serve(id, { isHeld: () => requests < 5 })).toBe('now');
    expect(await fixture.deliveries(id)).toHaveLength(receiver.received.length);
    expect(receiver.received.length).toBeLessThan(30);
    await fixture.serve(id);
    expect(subjects()).toHaveLength(30);
    expect(new Set(subjects()).size).toBe(30);
  });

  it('wait for a failed delivery about the same record, and continue its numbering', async () => {
    const { id } = await fixture.hook(receiver.url);
    const [one, other] = (await users(2)) as [string, string];
    receiver.answer((response, { json }) => response.writeHead(json.subject.id === one ? 500 : 204).end());
    await fixture.serve(id);
    await fixture.rename(one, 'Ada');
    await fixture.rename(other, 'Grace');
    await fixture.serve(id);
    expect(subjects()).toEqual([one, other, other]);
    expect((await fixture.deliveries(id)).map(({ status, sequence }) => [status, sequence])).toEqual([
      ['pending', 1n],
      ['delivered', 1n],
      ['waiting', 2n],
      ['delivered', 2n],
    ]);
    receiver.answer(204);
    fixture.kernel.advance(6);
    await fixture.serve(id);
    expect(receiver.received.slice(3).map(({ json }) => json.sequence)).toEqual([1, 2]);
  });

  it('are not sent twice by a redelivery of missing events', async () => {
    const { id } = await fixture.hook(receiver.url, { eventTypes: ['User.Created'] });
    await fixture.serve(id);
    const since = fixture.kernel.now().toISOString();
    const user = await fixture.user();
    await fixture.settle();
    fixture.kernel.advance(1);
    const range = { webhookId: id, since, until: fixture.kernel.now().toISOString() };
    const { output } = await fixture.kernel.run(backfillWebhook, range);
    expect(output.deliveryCount).toBe(0);
    await fixture.serve(id);
    expect(subjects()).toEqual([user]);
  });
});

describe('events for an endpoint in backoff', () => {
  it('are reported as waiting', async () => {
    const { id } = await fixture.hook(receiver.url);
    receiver.answer(500);
    await users(5);
    const rest = await fixture.serve(id);
    receiver.received.length = 0;
    const [user] = await users(1);
    await fixture.rename(user ?? '', 'Ada');
    expect(await fixture.serve(id)).toEqual(rest);
    expect(receiver.received).toEqual([]);
    expect((await states(id)).slice(5)).toEqual([
      { status: 'pending', attempts: 0 },
      { status: 'waiting', attempts: 0 },
    ]);
    expect(await cursorOf(id)).toBe(await head());
    receiver.answer(204);
    fixture.until(rest as Date);
    fixture.kernel.advance(5);
    await fixture.serve(id);
    expect(new Set((await states(id)).map(({ status }) => status))).toEqual(new Set(['delivered']));
  });

  it('are reported as waiting if the webhook was disabled meanwhile, and are sent when it is enabled', async () => {
    const { id } = await fixture.hook(receiver.url, { eventTypes: ['User.Created'] });
    const [user] = await users(1);
    await fixture.settle();
    await fixture.kernel.run(setWebhookEnabled, { webhookId: id, isEnabled: false });
    expect(await fixture.serve(id)).toBeNull();
    expect(await states(id)).toEqual([{ status: 'pending', attempts: 0 }]);
    await fixture.kernel.run(setWebhookEnabled, { webhookId: id, isEnabled: true });
    await fixture.serve(id);
    expect(subjects()).toEqual([user]);
  });

  it('are those before it was disabled and since it is enabled, however late they are read', async () => {
    fixture.kernel.advance(1);
    const since = fixture.kernel.now().toISOString();
    const { id } = await fixture.hook(receiver.url, { eventTypes: ['User.Created'] });
    const enable = (isEnabled: boolean) => fixture.kernel.run(setWebhookEnabled, { webhookId: id, isEnabled });
    const [before] = await users(1);
    await enable(false);
    const [meanwhile] = await users(1);
    await enable(true);
    const [after] = await users(1);
    await enable(false);
    await users(1);
    await enable(true);
    await fixture.serve(id);
    expect(subjects()).toEqual([before, after]);
    fixture.kernel.advance(1);
    await fixture.kernel.run(backfillWebhook, { webhookId: id, since, perSecond: 100 });
    fixture.kernel.advance(1);
    await fixture.serve(id);
    expect(subjects()[2]).toBe(meanwhile);
  });

  it('can be redelivered before they are read if the webhook was disabled, and each is sent once', async () => {
    const { id } = await fixture.hook(receiver.url, { eventTypes: ['User.Created'] });
    await fixture.serve(id);
    const since = fixture.kernel.now().toISOString();
    const [before] = await users(1);
    await fixture.kernel.run(setWebhookEnabled, { webhookId: id, isEnabled: false });
    const [meanwhile] = await users(1);
    await fixture.kernel.run(setWebhookEnabled, { webhookId: id, isEnabled: true });
    await fixture.settle();
    fixture.kernel.advance(1);
    const { output } = await fixture.kernel.run(backfillWebhook, { webhookId: id, since });
    expect(output.deliveryCount).toBe(1);
    await fixture.serve(id);
    fixture.kernel.advance(1);
    await fixture.serve(id);
    expect(subjects()).toHaveLength(2);
    expect(new Set(subjects())).toEqual(new Set([before, meanwhile]));
  });

  it('wait in order if the round ends before them', async () => {
    const { id } = await fixture.hook(receiver.url);
    receiver.answer(500);
    const people = await users(20);
    for (const person of people) await fixture.rename(person, 'Ada');
    await fixture.serve(id);
    const deliveries = await fixture.deliveries(id);
    expect(deliveries.slice(0, 20).every(({ status }) => status === 'pending')).toBe(true);
    expect(deliveries.slice(20).every(({ status }) => status === 'waiting')).toBe(true);
    receiver.answer(204);
    receiver.received.length = 0;
    fixture.kernel.advance(60);
    while ((await fixture.serve(id)) === 'now');
    for (const person of people) {
      const own = receiver.received.filter(({ json }) => json.subject.id === person).map(({ json }) => json);
      expect(own.map(({ sequence, type }) => [sequence, type])).toEqual([
        [1, 'User.Created'],
        [2, 'User.Data.Updated'],
      ]);
    }
  });
});

import { describe, expect, it } from 'vitest';
import { appendEvents } from '../../../src/kernel/append-events.ts';
import { redeliverDelivery } from '../../../src/operations/webhooks/redeliver-delivery.ts';
import { platformActor } from '../../support/kernel.ts';
import { causedAt, roleCreated } from '../event-log/role-events.ts';
import { shareFixture } from './fixture.ts';

const { fixture, receiver } = shareFixture();

const receivedTypes = () => receiver.received.map(({ json }) => json.type);
const seconds = (from: Date, to: Date | null | undefined) => ((to?.getTime() ?? 0) - from.getTime()) / 1000;

describe('events about the same record', () => {
  it('wait for a failing delivery; those about other records do not', async () => {
    const { id } = await fixture.hook(receiver.url);
    const [one, other] = [await fixture.user(), await fixture.user()];
    await fixture.serve(id);
    receiver.received.length = 0;
    receiver.answer((response, { json }) => response.writeHead(json.subject.id === one ? 500 : 204).end());
    await fixture.rename(one, 'first');
    await fixture.rename(one, 'second');
    await fixture.rename(other, 'third');
    await fixture.serve(id);
    expect(receiver.received.map(({ json }) => json.data.user.name)).toEqual(['first', 'third']);
    receiver.answer(204);
    fixture.kernel.advance(6);
    await fixture.serve(id);
    expect(receiver.received.map(({ json }) => json.data.user.name)).toEqual(['first', 'third', 'first', 'second']);
    expect(receiver.received.map(({ json }) => json.sequence)).toEqual([2, 2, 2, 3]);
  });

  it("wait up to the webhook's ordering timeout, and are then sent with the number that shows the gap", async () => {
    const { id } = await fixture.hook(receiver.url, { orderingTimeoutSeconds: 60 });
    const user = await fixture.user();
    receiver.answer((response, { json }) => response.writeHead(json.type === 'User.Created' ? 500 : 204).end());
    const renamed = await fixture.rename(user, 'Ada');
    await fixture.rename(user, 'Grace');
    const again = await fixture.serve(id);
    expect(receivedTypes()).toEqual(['User.Created']);
    fixture.until(again as Date);
    expect(seconds(fixture.kernel.now(), (await fixture.serve(id)) as Date)).toBeLessThanOrEqual(60);
    expect(receivedTypes()).toEqual(['User.Created', 'User.Created']);
    fixture.kernel.advance(60);
    await fixture.serve(id);
    expect(receiver.received.slice(2).map(({ json }) => [json.type, json.sequence, json.previous])).toEqual([
      ['User.Data.Updated', 2, receiver.received[0]?.json.id],
      ['User.Data.Updated', 3, renamed],
    ]);
    receiver.answer(204);
    fixture.until((await fixture.deliveries(id))[0]?.nextAttemptAt ?? new Date(0));
    await fixture.serve(id);
    expect((await fixture.deliveries(id)).map(({ status }) => status)).toEqual(['delivered', 'delivered', 'delivered']);
  });

  it('do not wait if the ordering timeout is zero', async () => {
    const { id } = await fixture.hook(receiver.url, { orderingTimeoutSeconds: 0 });
    const user = await fixture.user();
    receiver.answer((response, { json }) => response.writeHead(json.type === 'User.Created' ? 500 : 204).end());
    await fixture.rename(user, 'Ada');
    await fixture.serve(id);
    expect(receivedTypes()).toEqual(['User.Created', 'User.Data.Updated']);
  });

  it('arrive in order, however many there are and however they are mixed with others', async () => {
    const { id } = await fixture.hook(receiver.url);
    const users = await Promise.all(Array.from({ length: 5 }, () => fixture.user()));
    for (let round = 0; round < 6; round++) {
      await Promise.all(users.map((user) => fixture.rename(user, `Name ${round}`)));
      if (round === 3) await fixture.settle();
    }
    while ((await fixture.serve(id)) === 'now');
    for (const user of users) {
      const own = receiver.received.filter(({ json }) => json.subject.id === user).map(({ json }) => json);
      expect(own.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6, 7]);
      expect(own.map(({ previous }) => previous)).toEqual([null, ...own.slice(0, -1).map((event) => event.id)]);
    }
    expect(receiver.most).toBeLessThanOrEqual(8);
  });
});

describe('events of overlapping transactions', () => {
  it('are sent in commit order: a long transaction delays no other, and its events are sent when it commits', async () => {
    const { id } = await fixture.hook(receiver.url);
    await fixture.serve(id);
    const { prisma } = fixture.kernel.database;
    const [written, ends] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const long = prisma.$transaction(async (tx) => {
      await appendEvents(tx, [roleCreated('long')], facts());
      written.resolve();
      await ends.promise;
    });
    const rolledBack = prisma.$transaction(async (tx) => {
      await appendEvents(tx, [roleCreated('rolledBack')], facts());
      throw new Error('rolledBack');
    });
    await expect(rolledBack).rejects.toThrow('rolledBack');
    await written.promise;
    const user = await fixture.user();
    await fixture.serve(id);
    const subjects = () => receiver.received.map(({ json }) => json.subject.id);
    expect(subjects()).toEqual([user]);
    ends.resolve();
    await long;
    await fixture.serve(id);
    expect(subjects()).toEqual([user, 'long']);
  });

  const facts = () => ({ ...causedAt(fixture.kernel.now()), actor: platformActor });
});

describe('an endpoint that fails five times in a row', () => {
  it('gets one request at a time, with growing backoff, and concurrent requests again after a success', async () => {
    receiver.answer(500);
    const { id } = await fixture.hook(receiver.url);
    for (let count = 0; count < 30; count++) await fixture.user();
    let again = await fixture.serve(id);
    expect(receiver.received.length).toBeLessThanOrEqual(13);
    for (const rest of [5, 10, 20, 40, 60, 60]) {
      expect(seconds(fixture.kernel.now(), again as Date)).toBe(rest);
      fixture.kernel.advance(rest - 1);
      const before = receiver.received.length;
      await fixture.serve(id);
      expect(receiver.received).toHaveLength(before);
      fixture.kernel.advance(1);
      again = await fixture.serve(id);
      expect(receiver.received).toHaveLength(before + 1);
    }
    const untouched = (await fixture.deliveries(id)).filter(({ attempts }) => attempts === 0);
    expect(untouched.length).toBeGreaterThanOrEqual(10);
    receiver.answer(204);
    fixture.kernel.advance(60);
    await fixture.serve(id);
    expect((await fixture.deliveries(id)).filter(({ attempts }) => attempts === 0)).toEqual([]);
  });

  it('is called within a second despite the backoff if a redelivery is requested', async () => {
    receiver.answer(500);
    const { id } = await fixture.hook(receiver.url, { eventTypes: ['User.Created'] });
    for (let count = 0; count < 5; count++) await fixture.user();
    await fixture.serve(id);
    const before = receiver.received.length;
    receiver.answer(204);
    const [delivery] = await fixture.deliveries(id);
    const { events } = await fixture.kernel.run(redeliverDelivery, { webhookId: id, deliveryId: delivery?.id ?? '' });
    const soon = new Date(fixture.kernel.now().getTime() + 1000).toISOString();
    expect(events).toMatchObject([{ data: { webhook: { pausedUntil: soon } } }]);
    fixture.kernel.advance(1);
    await fixture.serve(id);
    expect(receiver.received.slice(before).map(({ json }) => json.id)).toEqual([delivery?.eventId]);
    expect((await fixture.deliveries(id))[0]).toMatchObject({ status: 'delivered' });
  });

  it('is called some seconds later if too many such endpoints are due', async () => {
    receiver.answer(500);
    const { id } = await fixture.hook(receiver.url);
    for (let count = 0; count < 6; count++) await fixture.user();
    await fixture.serve(id);
    fixture.kernel.advance(6);
    const before = receiver.received.length;
    const slot = { responded: () => undefined, tryProbe: () => false };
    expect(seconds(fixture.kernel.now(), (await fixture.serve(id, { slot })) as Date)).toBe(5);
    expect(receiver.received).toHaveLength(before);
    await fixture.serve(id);
    expect(receiver.received).toHaveLength(before + 1);
  });
});

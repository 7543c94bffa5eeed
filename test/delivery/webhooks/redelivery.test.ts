import { describe, expect, it } from 'vitest';
import { backfillWebhook } from '../../../src/operations/webhooks/backfill-webhook.ts';
import { redeliverDelivery } from '../../../src/operations/webhooks/redeliver-delivery.ts';
import { redeliverFailedSince } from '../../../src/operations/webhooks/redeliver-failed-since.ts';
import { redeliverMissingSince } from '../../../src/operations/webhooks/redeliver-missing-since.ts';
import { setWebhookEnabled } from '../../../src/operations/webhooks/set-webhook-enabled.ts';
import { systemIds as ids } from '../../../src/platform/ids/ids.ts';
import { sendMissing } from '../../../src/store/webhooks/redelivery.ts';
import { maxAttempts } from '../../../src/domain/webhooks/retry-schedule.ts';
import { refusalOf } from '../../support/kernel.ts';
import { giveUp, shareFixture } from './fixture.ts';

const { fixture, receiver } = shareFixture();

const subjects = () => receiver.received.map(({ json }) => json.subject.id);

describe('a redelivery', () => {
  it('sends a single event with the same id, whatever the result before', async () => {
    const { id } = await fixture.hook(receiver.url);
    const user = await fixture.user();
    await fixture.serve(id);
    const [delivery] = await fixture.deliveries(id);
    await fixture.kernel.run(redeliverDelivery, { webhookId: id, deliveryId: delivery?.id ?? '' });
    await fixture.serve(id);
    expect(subjects().filter((subject) => subject === user)).toHaveLength(2);
    expect(new Set(receiver.received.slice(0, 2).map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect((await fixture.deliveries(id))[0]).toMatchObject({ status: 'delivered', attempts: 2, redelivery: 'single' });
  });

  it('runs at once if a retry was scheduled', async () => {
    receiver.answer(500);
    const { id } = await fixture.hook(receiver.url, { eventTypes: ['User.Created'] });
    await fixture.user();
    await fixture.serve(id);
    receiver.answer(204);
    const [delivery] = await fixture.deliveries(id);
    await fixture.kernel.run(redeliverDelivery, { webhookId: id, deliveryId: delivery?.id ?? '' });
    await fixture.serve(id);
    expect((await fixture.deliveries(id))[0]).toMatchObject({ status: 'delivered', attempts: 2, redelivery: null });
  });

  it.each([
    ['is due', 1],
    ['is the last of its schedule', maxAttempts],
  ])('runs at once after an attempt in progress that %s and fails', async (_, number) => {
    receiver.answer(500);
    const { id } = await fixture.hook(receiver.url, { eventTypes: ['User.Created'] });
    await fixture.user();
    await fixture.serve(id);
    const [{ id: deliveryId } = { id: '' }] = await fixture.deliveries(id);
    await fixture.kernel.database.prisma.webhookDelivery.update({
      where: { id: deliveryId },
      data: { nextAttemptAt: fixture.kernel.now(), tries: number },
    });
    fixture.kernel.advance(1);
    receiver.answer((response) => {
      receiver.answer(204);
      const requested = fixture.kernel.run(redeliverDelivery, { webhookId: id, deliveryId });
      void requested.then(() => response.writeHead(500).end());
    });
    await fixture.serve(id);
    expect((await fixture.deliveries(id))[0]).toMatchObject({ status: 'delivered', attempts: 3 });
  });

  it('runs at most once a second while the endpoint fails, however often it is requested', async () => {
    receiver.answer(500);
    const { id } = await fixture.hook(receiver.url, { eventTypes: ['User.Created'] });
    for (let count = 0; count < 6; count++) await fixture.user();
    await fixture.serve(id);
    const [delivery] = await fixture.deliveries(id);
    const ask = async () => {
      await fixture.kernel.run(redeliverDelivery, { webhookId: id, deliveryId: delivery?.id ?? '' });
      await fixture.serve(id);
    };
    for (let turn = 0; turn < 3; turn++) {
      const before = receiver.received.length;
      for (let call = 0; call < 5; call++) await ask();
      expect(receiver.received).toHaveLength(before);
      fixture.kernel.advance(1);
      await fixture.serve(id);
      expect(receiver.received).toHaveLength(before + 1);
    }
  });

  it('can be repeated without limit; the log keeps the first attempt and the last twenty', async () => {
    const { id } = await fixture.hook(receiver.url, { eventTypes: ['User.Created'] });
    await fixture.user();
    await fixture.serve(id);
    const [delivery] = await fixture.deliveries(id);
    for (let time = 0; time < 22; time++) {
      await fixture.kernel.run(redeliverDelivery, { webhookId: id, deliveryId: delivery?.id ?? '' });
      await fixture.serve(id);
    }
    const [{ attempts, log } = { attempts: 0, log: [] }] = await fixture.deliveries(id);
    expect(attempts).toBe(23);
    expect(log.map(({ number }) => number)).toEqual([1, ...Array.from({ length: 20 }, (_, index) => index + 4)]);
  });

  it('determines the status: a delivered event can fail', async () => {
    const { id } = await fixture.hook(receiver.url, { eventTypes: ['User.Created'] });
    await fixture.user();
    await fixture.serve(id);
    const [delivery] = await fixture.deliveries(id);
    await fixture.kernel.run(redeliverDelivery, { webhookId: id, deliveryId: delivery?.id ?? '' });
    receiver.answer(500);
    await fixture.serve(id);
    expect(await fixture.deliveries(id)).toMatchObject([{ status: 'pending', attempts: 2, finishedAt: null }]);
  });

  it('a disabled webhook gets its redelivery once it is enabled', async () => {
    const { id: webhookId } = await fixture.hook(receiver.url, { eventTypes: ['User.Created'] });
    const user = await fixture.user();
    await fixture.serve(webhookId);
    const [delivery] = await fixture.deliveries(webhookId);
    await fixture.kernel.run(setWebhookEnabled, { webhookId, isEnabled: false });
    await fixture.kernel.run(redeliverDelivery, { webhookId, deliveryId: delivery?.id ?? '' });
    await fixture.serve(webhookId);
    expect(subjects()).toEqual([user]);
    await fixture.kernel.run(setWebhookEnabled, { webhookId, isEnabled: true });
    await fixture.serve(webhookId);
    expect(subjects()).toEqual([user, user]);
  });

  it('sends an event only to its webhook', async () => {
    const one = await fixture.hook(receiver.url);
    const other = await fixture.hook(receiver.url);
    await fixture.user();
    await fixture.serve(one.id);
    const [delivery] = await fixture.deliveries(one.id);
    const refused = fixture.kernel.run(redeliverDelivery, { webhookId: other.id, deliveryId: delivery?.id ?? '' });
    expect(await refusalOf(refused)).toMatchObject({ code: 'NOT_FOUND', paths: ['deliveryId'] });
  });

  it('all failed deliveries since an instant are sent again at a rate per second', async () => {
    const { id } = await fixture.hook(receiver.url, { eventTypes: ['User.Created'] });
    const users = [await fixture.user(), await fixture.user(), await fixture.user()];
    await giveUp({ fixture, receiver }, id);
    const since = new Date(fixture.kernel.now().getTime() - 1000).toISOString();
    const { output } = await fixture.kernel.run(redeliverFailedSince, { webhookId: id, since, perSecond: 1 });
    expect(output.deliveryCount).toBe(3);
    await fixture.serve(id);
    expect(receiver.received).toHaveLength(1);
    fixture.kernel.advance(1);
    await fixture.serve(id);
    expect(receiver.received).toHaveLength(2);
    fixture.kernel.advance(1);
    await fixture.serve(id);
    expect(subjects()).toEqual(users);
    expect((await fixture.kernel.run(redeliverFailedSince, { webhookId: id, since })).output.deliveryCount).toBe(0);
  });

  it('failed deliveries of a time range and of types of events can be sent again', async () => {
    const { id: webhookId } = await fixture.hook(receiver.url, { eventTypes: ['User.Created'] });
    await fixture.user();
    await giveUp({ fixture, receiver }, webhookId);
    const [failed] = await fixture.deliveries(webhookId);
    const at = (failed?.finishedAt ?? fixture.kernel.now()).getTime();
    const [before, since, after] = [at - 1000, at, at + 1000].map((time) => new Date(time).toISOString());
    const count = async (input: { since: string; until?: string; eventTypes?: ['User.Created' | 'User.Deleted'] }) =>
      (await fixture.kernel.run(redeliverFailedSince, { webhookId, ...input })).output.deliveryCount;
    expect(await count({ since: before ?? '', until: since ?? '' })).toBe(0);
    expect(await count({ since: since ?? '', eventTypes: ['User.Deleted'] })).toBe(0);
    const refused = count({ since: since ?? '', until: since ?? '' });
    expect(await refusalOf(refused)).toMatchObject({ code: 'BAD_USER_INPUT', paths: ['until'] });
    expect(await count({ since: since ?? '', until: after ?? '', eventTypes: ['User.Created'] })).toBe(1);
  });

  it('failed deliveries about a record can be sent again, and the event has the filter', async () => {
    const { id: webhookId } = await fixture.hook(receiver.url, { eventTypes: ['User.Created'] });
    const since = fixture.kernel.now().toISOString();
    const [ada] = [await fixture.user(), await fixture.user()];
    await giveUp({ fixture, receiver }, webhookId);
    await giveUp({ fixture, receiver }, webhookId);
    const of = (subjectId: string | null) =>
      fixture.kernel.run(redeliverFailedSince, { webhookId, since, subjectId, eventTypes: ['User.Created'] });
    expect((await of('nobody')).output.deliveryCount).toBe(0);
    const { output, events } = await of(ada);
    expect(output.deliveryCount).toBe(1);
    expect(events).toMatchObject([{ data: { deliveryCount: 1, eventTypes: ['User.Created'], subjectId: ada } }]);
    await fixture.serve(webhookId);
    expect(receiver.received.map(({ json }) => json.subject.id)).toEqual([ada]);
    expect((await of(null)).output.deliveryCount).toBe(1);
  });

  it('everything missing is sent again: failed deliveries, and the events while the webhook was disabled', async () => {
    const { id } = await fixture.hook(receiver.url, { eventTypes: ['User.Created'] });
    const since = fixture.kernel.now().toISOString();
    const failed = await fixture.user();
    await giveUp({ fixture, receiver }, id);
    const delivered = await fixture.user();
    await fixture.serve(id);
    await fixture.kernel.run(setWebhookEnabled, { webhookId: id, isEnabled: false });
    const meanwhile = await fixture.user();
    await fixture.settle();
    await fixture.kernel.run(setWebhookEnabled, { webhookId: id, isEnabled: true });
    fixture.kernel.advance(1);
    await fixture.kernel.run(redeliverMissingSince, { webhookId: id, since, perSecond: 100 });
    fixture.kernel.advance(1);
    await fixture.serve(id);
    expect(subjects()).toEqual([delivered, failed, meanwhile]);
    // It is not part of the order of new events.
    expect(receiver.received.at(-1)?.json).toMatchObject({ sequence: null, previous: null });
  });

  it('everything missing is sent again at once: also what waits for a retry while the endpoint is paused', async () => {
    receiver.answer(503);
    const { id } = await fixture.hook(receiver.url, { eventTypes: ['User.Created'] });
    const since = fixture.kernel.now().toISOString();
    const users = [];
    for (let count = 0; count < 6; count++) users.push(await fixture.user());
    await fixture.serve(id);
    receiver.answer(204);
    const before = receiver.received.length;
    const { output, events } = await fixture.kernel.run(redeliverMissingSince, { webhookId: id, since });
    expect(output.deliveryCount).toBe(6);
    expect(events).toMatchObject([{ type: 'Webhook.Redelivery.Requested', data: { deliveryCount: 6 } }]);
    fixture.kernel.advance(1);
    await fixture.serve(id);
    fixture.kernel.advance(1);
    await fixture.serve(id);
    expect(subjects().slice(before)).toEqual(users);
    expect((await fixture.deliveries(id)).map(({ status }) => status)).toEqual(users.map(() => 'delivered'));
    expect((await fixture.kernel.run(redeliverMissingSince, { webhookId: id, since })).output.deliveryCount).toBe(0);
  });

  it('treats events as missing only if they happened after the creation of the webhook', async () => {
    const since = fixture.kernel.now().toISOString();
    await fixture.user();
    const { id } = await fixture.hook(receiver.url, { eventTypes: ['User.Created'] });
    await fixture.settle();
    await fixture.kernel.run(setWebhookEnabled, { webhookId: id, isEnabled: false });
    const meanwhile = await fixture.user();
    await fixture.settle();
    await fixture.kernel.run(setWebhookEnabled, { webhookId: id, isEnabled: true });
    fixture.kernel.advance(1);
    const { output } = await fixture.kernel.run(redeliverMissingSince, { webhookId: id, since });
    expect(output.deliveryCount).toBe(1);
    await fixture.serve(id);
    expect(subjects()).toEqual([meanwhile]);
  });
});

describe('a redelivery of a time range', () => {
  it('sends a newer webhook the events that it selects, once, in the order of the log', async () => {
    const since = fixture.kernel.now().toISOString();
    const before = [await fixture.user(), await fixture.user()];
    fixture.kernel.advance(10);
    const until = fixture.kernel.now().toISOString();
    await fixture.user();
    const { id } = await fixture.hook(receiver.url, { eventTypes: ['User.Created'] });
    await fixture.settle();
    const backfill = async () =>
      (await fixture.kernel.run(backfillWebhook, { webhookId: id, since, until })).output.deliveryCount;
    expect(await backfill()).toBe(2);
    expect(await backfill()).toBe(0);
    fixture.kernel.advance(1);
    await fixture.serve(id);
    expect(subjects()).toEqual(before);
  });

  it('keeps its events in the log until they are sent, although they could be pruned', async () => {
    const since = fixture.kernel.now().toISOString();
    await fixture.user();
    const { id: webhookId } = await fixture.hook(receiver.url, { eventTypes: ['User.Created'] });
    await fixture.settle();
    const { database, now } = fixture.kernel;
    const sending = { webhookId, redelivery: 'backfill', perSecond: 10, now: now() } as const;
    const range = { since: new Date(since), until: new Date(now().getTime() + 1000) };
    await database.prisma.$transaction(async (tx) => {
      expect(await sendMissing(tx, sending, range, { ids, begins: 0 })).toBe(1);
      const free = 'SELECT FROM events WHERE occurred_at >= $1 AND type = $2 FOR UPDATE SKIP LOCKED';
      expect((await database.pool.query(free, [since, 'User.Created'])).rows).toEqual([]);
    });
  });

  it('a range that ends before its start is BAD_USER_INPUT', async () => {
    const { id } = await fixture.hook(receiver.url);
    const [since, until] = ['2026-01-02T00:00:00Z', '2026-01-01T00:00:00Z'];
    const refused = fixture.kernel.run(backfillWebhook, { webhookId: id, since, until });
    expect(await refusalOf(refused)).toMatchObject({ code: 'BAD_USER_INPUT', paths: ['until'] });
  });
});

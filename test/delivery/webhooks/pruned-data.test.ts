import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { redeliverMissingSince } from '../../../src/operations/webhooks/redeliver-missing-since.ts';
import { setWebhookEnabled } from '../../../src/operations/webhooks/set-webhook-enabled.ts';
import { removeOld } from '../../../src/store/retention.ts';
import { refusalOf } from '../../support/kernel.ts';
import { giveUp, shareFixture } from './fixture.ts';
import { until } from '../../support/until.ts';

const { fixture, receiver } = shareFixture();

const subjects = () => receiver.received.map(({ json }) => json.subject.id);
const day = 86_400;

describe('pruned data', () => {
  it('an event whose first attempt is failing is pruned, is not sent again and leaves no work', async () => {
    const held: ServerResponse[] = [];
    receiver.answer((response) => void held.push(response));
    const { id } = await fixture.hook(receiver.url, { eventTypes: ['User.Created'] });
    await fixture.user();
    const serving = fixture.serve(id);
    await until(() => held.length === 1);
    fixture.kernel.advance(91 * day);
    const { database, now } = fixture.kernel;
    await removeOld(database, now());
    held[0]?.writeHead(500).end();
    await serving;
    expect(await fixture.deliveries(id)).toMatchObject([{ status: 'pending', attempts: 1 }]);
    fixture.kernel.advance(day);
    expect(await fixture.serve(id)).toBeNull();
    expect(await database.prisma.webhook.findUnique({ where: { id } })).toMatchObject({ dueAt: null });
    expect(await removeOld(database, now())).toBe(1);
    expect(await fixture.deliveries(id)).toEqual([]);
  });

  it('the delivery of a failed event is pruned with it', async () => {
    const { id } = await fixture.hook(receiver.url, { eventTypes: ['User.Created'] });
    await fixture.user();
    await giveUp({ fixture, receiver }, id);
    const { database, now } = fixture.kernel;
    await database.pool.query('DELETE FROM events WHERE id = $1', [(await fixture.deliveries(id))[0]?.eventId]);
    fixture.kernel.advance(90 * day);
    await removeOld(database, now());
    expect(await fixture.deliveries(id)).toHaveLength(1);
    fixture.kernel.advance(1);
    await removeOld(database, now());
    expect(await fixture.deliveries(id)).toEqual([]);
  });

  it('does not block later deliveries, even if the process that pruned it ended before it released them', async () => {
    receiver.answer(500);
    const { id } = await fixture.hook(receiver.url, { eventTypes: ['User.Created', 'User.Data.Updated'] });
    const user = await fixture.user();
    await fixture.serve(id);
    await fixture.rename(user, 'Ada');
    await fixture.serve(id);
    const { database, now } = fixture.kernel;
    const [first] = await fixture.deliveries(id);
    await database.prisma.event.delete({ where: { id: first?.eventId ?? '' } });
    await database.prisma.webhookDelivery.delete({ where: { id: first?.id ?? '' } });
    await removeOld(database, now());
    expect(await fixture.deliveries(id)).toMatchObject([{ status: 'pending', sequence: 2n }]);
  });

  it('includes deliveries after 30 days and events after 90, and what waited for a pruned event is sent', async () => {
    const { id } = await fixture.hook(receiver.url, { eventTypes: ['User.Created', 'User.Data.Updated'] });
    const remove = () => removeOld(fixture.kernel.database, fixture.kernel.now());
    await fixture.user();
    await fixture.serve(id);
    await fixture.kernel.run(setWebhookEnabled, { webhookId: id, isEnabled: false });
    await fixture.kernel.run(setWebhookEnabled, { webhookId: id, isEnabled: true });
    receiver.answer(500);
    const user = await fixture.user();
    await fixture.serve(id);
    fixture.kernel.advance(29 * day);
    await remove();
    expect(await fixture.deliveries(id)).toHaveLength(2);
    await fixture.rename(user, 'Ada');
    await fixture.settle();
    await fixture.kernel.run(setWebhookEnabled, { webhookId: id, isEnabled: false });
    await fixture.serve(id);
    await fixture.kernel.run(setWebhookEnabled, { webhookId: id, isEnabled: true });
    fixture.kernel.advance(2 * day);
    await remove();
    expect((await fixture.deliveries(id)).map(({ status }) => status)).toEqual(['pending', 'waiting']);
    fixture.kernel.advance(60 * day);
    await remove();
    expect((await fixture.deliveries(id)).map(({ status }) => status)).toEqual(['pending']);
    receiver.answer(204);
    receiver.received.length = 0;
    await fixture.serve(id);
    expect(subjects()).toEqual([user]);
  });

  it('is not missing: deliveries are known for 30 days, and older events are not redelivered as missing', async () => {
    const { id } = await fixture.hook(receiver.url, { eventTypes: ['User.Created'] });
    const delivered = fixture.kernel.now();
    await fixture.user();
    await fixture.serve(id);
    const ago = (seconds: number) => new Date(fixture.kernel.now().getTime() - seconds * 1000).toISOString();
    const missing = async (since: string) =>
      (await fixture.kernel.run(redeliverMissingSince, { webhookId: id, since })).output.deliveryCount;
    fixture.kernel.advance(30 * day);
    await removeOld(fixture.kernel.database, fixture.kernel.now());
    expect(await missing(delivered.toISOString())).toBe(0);
    fixture.kernel.advance(1);
    await removeOld(fixture.kernel.database, fixture.kernel.now());
    expect(await fixture.deliveries(id)).toEqual([]);
    expect(await missing(ago(30 * day))).toBe(0);
    expect(await refusalOf(missing(delivered.toISOString()))).toEqual({
      code: 'BAD_USER_INPUT',
      message: 'Must be at most 30 days ago: older delivery records are pruned.',
      paths: ['since'],
    });
  });
});

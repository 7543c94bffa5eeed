import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { redeliverMissingSince } from '../../../src/operations/webhooks/redeliver-missing-since.ts';
import { setWebhookEnabled } from '../../../src/operations/webhooks/set-webhook-enabled.ts';
import { removeOld } from '../../../src/store/retention.ts';
import { refusalOf } from '../../support/kernel.ts';
import type { Receiver } from '../../support/receiver.ts';
import { type ByHand, giveUp, onStage } from './by-hand.ts';
import { until } from '../../support/until.ts';

let stage: ByHand;
let receiver: Receiver;
onStage((given) => void ({ stage, receiver } = given));

const subjects = () => receiver.received.map(({ json }) => json.subject.id);
const day = 86_400;

describe('pruned data', () => {
  it('of an event whose first attempt is failing is not sent again and leaves no work', async () => {
    const held: ServerResponse[] = [];
    receiver.answer((response) => void held.push(response));
    const { id } = await stage.hook(receiver.url, { eventTypes: ['User.Created'] });
    await stage.user();
    const serving = stage.serve(id);
    await until(() => held.length === 1);
    stage.kernel.advance(91 * day);
    const { database, now } = stage.kernel;
    await removeOld(database, now());
    held[0]?.writeHead(500).end();
    await serving;
    expect(await stage.deliveries(id)).toMatchObject([{ status: 'pending', attempts: 1 }]);
    stage.kernel.advance(day);
    expect(await stage.serve(id)).toBeNull();
    expect(await database.prisma.webhook.findUnique({ where: { id } })).toMatchObject({ dueAt: null });
    expect(await removeOld(database, now())).toBe(1);
    expect(await stage.deliveries(id)).toEqual([]);
  });

  it('of a failed event includes its delivery', async () => {
    const { id } = await stage.hook(receiver.url, { eventTypes: ['User.Created'] });
    await stage.user();
    await giveUp({ stage, receiver }, id);
    const { database, now } = stage.kernel;
    await database.pool.query('DELETE FROM events WHERE id = $1', [(await stage.deliveries(id))[0]?.eventId]);
    stage.kernel.advance(90 * day);
    await removeOld(database, now());
    expect(await stage.deliveries(id)).toHaveLength(1);
    stage.kernel.advance(1);
    await removeOld(database, now());
    expect(await stage.deliveries(id)).toEqual([]);
  });

  it('does not block later deliveries, even if the process that pruned it ended before it released them', async () => {
    receiver.answer(500);
    const { id } = await stage.hook(receiver.url, { eventTypes: ['User.Created', 'User.Data.Updated'] });
    const user = await stage.user();
    await stage.serve(id);
    await stage.rename(user, 'Ada');
    await stage.serve(id);
    const { database, now } = stage.kernel;
    const [first] = await stage.deliveries(id);
    await database.prisma.event.delete({ where: { id: first?.eventId ?? '' } });
    await database.prisma.webhookDelivery.delete({ where: { id: first?.id ?? '' } });
    await removeOld(database, now());
    expect(await stage.deliveries(id)).toMatchObject([{ status: 'pending', sequence: 2n }]);
  });

  it('includes deliveries after 30 days and events after 90, and what waited for a pruned event is sent', async () => {
    const { id } = await stage.hook(receiver.url, { eventTypes: ['User.Created', 'User.Data.Updated'] });
    const remove = () => removeOld(stage.kernel.database, stage.kernel.now());
    await stage.user();
    await stage.serve(id);
    await stage.kernel.run(setWebhookEnabled, { webhookId: id, isEnabled: false });
    await stage.kernel.run(setWebhookEnabled, { webhookId: id, isEnabled: true });
    receiver.answer(500);
    const user = await stage.user();
    await stage.serve(id);
    stage.kernel.advance(29 * day);
    await remove();
    expect(await stage.deliveries(id)).toHaveLength(2);
    await stage.rename(user, 'Ada');
    await stage.settle();
    await stage.kernel.run(setWebhookEnabled, { webhookId: id, isEnabled: false });
    await stage.serve(id);
    await stage.kernel.run(setWebhookEnabled, { webhookId: id, isEnabled: true });
    stage.kernel.advance(2 * day);
    await remove();
    expect((await stage.deliveries(id)).map(({ status }) => status)).toEqual(['pending', 'waiting']);
    stage.kernel.advance(60 * day);
    await remove();
    expect((await stage.deliveries(id)).map(({ status }) => status)).toEqual(['pending']);
    receiver.answer(204);
    receiver.received.length = 0;
    await stage.serve(id);
    expect(subjects()).toEqual([user]);
  });

  it('is not missing: deliveries are known for 30 days, and older events are not redelivered as missing', async () => {
    const { id } = await stage.hook(receiver.url, { eventTypes: ['User.Created'] });
    const delivered = stage.kernel.now();
    await stage.user();
    await stage.serve(id);
    const ago = (seconds: number) => new Date(stage.kernel.now().getTime() - seconds * 1000).toISOString();
    const missing = async (since: string) =>
      (await stage.kernel.run(redeliverMissingSince, { webhookId: id, since })).output.deliveryCount;
    stage.kernel.advance(30 * day);
    await removeOld(stage.kernel.database, stage.kernel.now());
    expect(await missing(delivered.toISOString())).toBe(0);
    stage.kernel.advance(1);
    await removeOld(stage.kernel.database, stage.kernel.now());
    expect(await stage.deliveries(id)).toEqual([]);
    expect(await missing(ago(30 * day))).toBe(0);
    expect(await refusalOf(missing(delivered.toISOString()))).toEqual({
      code: 'BAD_USER_INPUT',
      message: 'Must be at most 30 days ago: older delivery records are pruned.',
      paths: ['since'],
    });
  });
});

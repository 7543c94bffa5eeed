import { beforeAll, describe, expect, it } from 'vitest';
import { systemIds as ids } from '../../../src/platform/ids/ids.ts';
import { removeOld } from '../../../src/store/retention.ts';
import { countDeliveries, removeOldDeliveryCounts } from '../../../src/store/webhooks/delivery-counts.ts';
import { perFile } from '../../support/per-file.ts';
import { makeRecords } from '../../support/records.ts';
import { startApi } from '../api.ts';

const api = perFile(startApi);
let webhookId: string;
beforeAll(async () => {
  webhookId = (await makeRecords(api.kernel)).webhook;
  await api.kernel.database.prisma.webhookDelivery.deleteMany();
  await api.kernel.database.prisma.activityCountHead.updateMany({
    data: { deliveriesUntil: at('2030-05-01T00:00:00Z') },
  });
});

const at = (time: string): Date => new Date(time);
let position = 0n;
const addDeliveries = (status: 'delivered' | 'failed', time: string, ...durations: number[]) =>
  api.kernel.database.prisma.webhookDelivery.createMany({
    data: durations.map((durationMs) => ({
      id: ids.next('webhookDelivery'),
      webhookId,
      eventId: ids.next('event'),
      eventType: 'Role.Created',
      position: (position += 1n),
      subjectKey: 'role:role_1',
      status,
      attempts: 2,
      finishedAt: at(time),
      log: [{ durationMs: 9999 }, { durationMs }],
      createdAt: at(time),
    })),
  });
const count = (time: string) => countDeliveries(api.kernel.database, at(time));
const fields = 'bucket starts delivered failed durationP50 durationP95';
const figures = async (range: string, id = webhookId) =>
  (await api.ask(`{ webhook(id: "${id}") { figures(${range}) { ${fields} } } }`)).webhook.figures;

describe('the figures of a webhook', () => {
  it('count deliveries by the hour of their end, with percentiles of the duration of the last attempt', async () => {
    await addDeliveries('delivered', '2030-05-01T08:10:00Z', ...Array.from({ length: 90 }, () => 40));
    await addDeliveries('delivered', '2030-05-01T08:50:00Z', ...Array.from({ length: 10 }, () => 2000));
    await addDeliveries('failed', '2030-05-01T10:00:00Z', 30_000, 30_000);
    await count('2030-05-02T00:00:00Z');
    const range = 'since: "2030-05-01T08:00:00Z", until: "2030-05-01T11:00:00Z", bucket: HOUR';
    const found = await figures(range);
    expect(found).toMatchObject({ bucket: 'HOUR', delivered: [100, 0, 0], failed: [0, 0, 2] });
    for (const [percentile, [value, ...others]] of [
      [40, found.durationP50],
      [2000, found.durationP95],
    ]) {
      expect(Math.abs(value / percentile - 1)).toBeLessThan(0.2);
      expect(others).toEqual([null, null]);
    }
    const day = await figures('since: "2030-05-01T00:00:00Z", until: "2030-05-02T00:00:00Z"');
    expect(day).toMatchObject({ delivered: [100], failed: [2], durationP50: [found.durationP50[0]] });
  });

  it('count each end once, however often and by however many processes they are counted', async () => {
    await addDeliveries('delivered', '2030-05-03T08:10:00Z', 1, 1, 1);
    await Promise.all(Array.from({ length: 4 }, () => count('2030-05-04T00:00:00Z')));
    await count('2030-05-04T00:00:00Z');
    const found = await figures('since: "2030-05-03T00:00:00Z", until: "2030-05-04T00:00:00Z"');
    expect(found).toMatchObject({ delivered: [3], durationP50: [1] });
  });

  it('count an end when no earlier one can follow: a minute later', async () => {
    await addDeliveries('failed', '2030-05-05T08:00:00Z', 1);
    const failed = async () => (await figures('since: "2030-05-05T00:00:00Z", until: "2030-05-06T00:00:00Z"')).failed;
    await count('2030-05-05T08:01:00Z');
    expect(await failed()).toEqual([0]);
    await count('2030-05-05T08:01:00.001Z');
    expect(await failed()).toEqual([1]);
  });

  it('take one statement for all webhooks of a page', async () => {
    const ask = () => api.ask(`{ webhooks { nodes { figures(since: "2030-05-01T00:00:00Z") { delivered } } } }`);
    api.kernel.advance((at('2030-05-02T00:00:00Z').getTime() - api.kernel.now().getTime()) / 1000);
    const one = await api.statementsOf(ask);
    for (let n = 0; n < 5; n++) await makeRecords(api.kernel);
    expect(await api.statementsOf(ask)).toBe(one);
  });

  it('cost as many fields as they have buckets', async () => {
    const costOf = async (range: string) => {
      const query = `{ webhooks(first: 10) { nodes { figures${range} { delivered failed } } } }`;
      const { text } = await api.send({
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-show-cost': '1' },
        body: JSON.stringify({ query }),
      });
      return JSON.parse(text).extensions.cost.fields as number;
    };
    const [short, long] = [await costOf('(bucket: HOUR)'), await costOf('(since: "2020-01-01T00:00:00Z")')];
    expect(long).toBeGreaterThan(short * 10);
    expect(long).toBeGreaterThan(10 * 2 * 400);
  });

  it('are removed after 90 days, and with the webhook', async () => {
    const left = () => api.kernel.database.prisma.webhookCount.count({ where: { webhookId } });
    const before = await left();
    await removeOldDeliveryCounts(api.kernel.database, at('2030-07-31T12:00:00Z'));
    expect(await left()).toBeLessThan(before);
    expect(await left()).toBeGreaterThan(0);
    await api.kernel.database.prisma.webhook.delete({ where: { id: webhookId } });
    await removeOld(api.kernel.database, api.kernel.now());
    expect(await left()).toBe(0);
  });
});

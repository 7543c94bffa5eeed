import { beforeEach, describe, expect, it } from 'vitest';
import { backfillWebhook } from '../../../src/operations/webhooks/backfill-webhook.ts';
import { setWebhookEnabled } from '../../../src/operations/webhooks/set-webhook-enabled.ts';
import { shareFixture } from './fixture.ts';

/** Redeliveries with a rate per second. */
const { fixture, receiver } = shareFixture();

let since: string;
let half: string;
let id: string;
const now = () => fixture.kernel.now().toISOString();
beforeEach(async () => {
  since = now();
  await Promise.all(Array.from({ length: 30 }, () => fixture.user()));
  fixture.kernel.advance(1);
  half = now();
  await Promise.all(Array.from({ length: 30 }, () => fixture.user()));
  fixture.kernel.advance(1);
  ({ id } = await fixture.hook(receiver.url, { eventTypes: ['User.Created'] }));
  await fixture.settle();
});

const backfill = (from: string, until: string) =>
  fixture.kernel.run(backfillWebhook, { webhookId: id, since: from, until, perSecond: 10 });
const enable = (isEnabled: boolean) => fixture.kernel.run(setWebhookEnabled, { webhookId: id, isEnabled });

/** The numbers of events sent by successive runs of the worker, so many seconds apart. */
async function sent(looks: number, apart: number): Promise<number[]> {
  const counts: number[] = [];
  for (let look = 0; look < looks; look++) {
    const before = receiver.received.length;
    while ((await fixture.serve(id)) === 'now');
    counts.push(receiver.received.length - before);
    fixture.kernel.advance(apart);
  }
  return counts;
}

describe('redeliveries', () => {
  it('have the requested rate, however often the worker runs', async () => {
    await backfill(since, half);
    expect(await sent(4, 1)).toEqual([1, 10, 10, 9]);
    await backfill(half, now());
    expect(await sent(3, 2)).toEqual([1, 20, 9]);
  });

  it('keep the rate after a pause', async () => {
    await backfill(since, now());
    await enable(false);
    fixture.kernel.advance(12);
    await enable(true);
    expect(await sent(8, 1)).toEqual([1, 10, 10, 10, 10, 10, 9, 0]);
  });

  it('several calls share the rate', async () => {
    await backfill(since, half);
    await backfill(half, now());
    expect(await sent(8, 1)).toEqual([1, 10, 10, 10, 10, 10, 9, 0]);
  });

  it('do not delay new events', async () => {
    await backfill(since, now());
    await enable(false);
    fixture.kernel.advance(12);
    await enable(true);
    const user = await fixture.user();
    await sent(1, 0);
    expect(receiver.received.map(({ json }) => json.subject.id)).toContain(user);
    expect(receiver.received).toHaveLength(2);
  });
});

import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { leaseMs } from '../../../src/delivery/webhooks/lease.ts';
import { putOffTurns } from '../../../src/store/webhook-turns.ts';
import { waitFor } from '../../graphql/live.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import { type ByHand, startByHand } from './by-hand.ts';

/** An endpoint that has not answered yet, and one process at work on it. */
let by: ByHand;
let receiver: Receiver;
let webhookId: string;
let unanswered: ServerResponse[];
let serving: Promise<unknown>;

beforeEach(async () => {
  // The time between two signs is the process's own affair; the clock of the platform stands still besides.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  by = await startByHand();
  unanswered = [];
  receiver = await startReceiver((response) => void unanswered.push(response));
  webhookId = (await by.hook(receiver.url)).id;
  await by.user();
  serving = by.serve(webhookId);
  await waitFor(() => receiver.received.length === 1);
});
afterEach(async () => {
  for (const response of unanswered) response.writeHead(204).end();
  await serving;
  vi.useRealTimers();
  await receiver[Symbol.asyncDispose]();
  await by[Symbol.asyncDispose]();
});

const isDueAt = async (): Promise<number> => (await by.deliveries(webhookId))[0]?.nextAttemptAt?.getTime() ?? 0;
const later = (milliseconds: number): void => by.until(new Date(by.kernel.now().getTime() + milliseconds));

describe('a delivery that is being made', () => {
  it('is not due again while its process says that it is at work on it, however slow the endpoint is', async () => {
    const taken = await isDueAt();
    expect(taken).toBe(by.kernel.now().getTime() + leaseMs);
    for (let signs = 0; signs < 3; signs++) {
      later(leaseMs - 1000);
      vi.advanceTimersByTime(3000);
      await vi.waitFor(async () => expect(await isDueAt()).toBe(by.kernel.now().getTime() + leaseMs));
    }
    await by.serve(webhookId);
    expect(receiver.received).toHaveLength(1);
  });

  it('is due again ten seconds after the last sign, as when its process was killed', async () => {
    later(leaseMs);
    const other = by.serve(webhookId);
    await waitFor(() => receiver.received.length === 2);
    unanswered.pop()?.writeHead(204).end();
    await other;
    expect((await by.deliveries(webhookId))[0]).toMatchObject({ status: 'delivered', attempts: 1 });
  });

  it('is put off only by who took it: what was said about it meanwhile stays', async () => {
    const taken = new Date(await isDueAt());
    const [delivery] = await by.deliveries(webhookId);
    const asked = new Date(taken.getTime() - 5000);
    await by.kernel.database.prisma.webhookDelivery.updateMany({ data: { nextAttemptAt: asked } });
    await putOffTurns(by.kernel.database, [delivery?.id ?? ''], {
      from: taken,
      to: new Date(taken.getTime() + leaseMs),
    });
    expect(await isDueAt()).toBe(asked.getTime());
  });
});

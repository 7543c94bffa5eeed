import type { ServerResponse } from 'node:http';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Jobs } from '../../../src/delivery/webhooks/jobs.ts';
import { createWorkers, type Workers } from '../../../src/delivery/webhooks/workers.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { waitFor } from '../../graphql/live.ts';
import type { Receiver } from '../../support/receiver.ts';
import { type ByHand, onStage } from './by-hand.ts';

let stage: ByHand;
let receiver: Receiver;
onStage((given) => void ({ stage, receiver } = given));

/** Jobs that wait, which ones were done and which made; whoever takes one has it until `heldUntil`. */
let waiting: string[];
let done: string[];
let woken: string[];
let heldUntil: number;
let skipped: number;
beforeEach(() => {
  [waiting, done, woken] = [[], [], []];
  [heldUntil, skipped] = [Number.POSITIVE_INFINITY, 0];
  const now = performance.now.bind(performance);
  const watch = vi.spyOn(performance, 'now').mockImplementation(() => now() + skipped);
  return () => watch.mockRestore();
});

const start = (): Workers => {
  const jobs: Jobs = {
    take: async (most) =>
      waiting.splice(0, most).map((webhookId) => ({ webhookId, attempt: { id: webhookId, retryCount: 0 }, heldUntil })),
    wake: async (ids) => void woken.push(...ids),
    wakeAt: async () => undefined,
    isWorkedOn: async () => undefined,
    done: async ({ webhookId }) => void done.push(webhookId),
    close: async () => undefined,
  };
  return createWorkers({ ...stage.services, jobs, logger: createLogger('error') });
};
const hook = async (path: string) => (await stage.hook(`${receiver.url}${path}`, { eventTypes: ['User.Created'] })).id;
const told = (path: string) => receiver.received.filter((one) => one.path.endsWith(path)).length;

it('An endpoint that answers is told within seconds, however many others hang', async () => {
  const held: ServerResponse[] = [];
  receiver.answer((response, { path }) => {
    if (path.endsWith('/hangs')) held.push(response);
    else response.writeHead(204).end();
  });
  const hanging = await Promise.all(Array.from({ length: 40 }, () => hook('/hangs')));
  waiting = [...hanging, await hook('/good')];
  await stage.user();
  await stage.fanOut();
  const workers = start();
  workers.look();
  await waitFor(() => held.length === 32);
  skipped = 2001;
  workers.look();
  await waitFor(() => told('/good') === 1 && held.length === 40);
  for (const response of held) response.writeHead(204).end();
  await waitFor(() => done.length === 41);
  expect([told('/good'), told('/hangs')]).toEqual([1, 40]);
  await workers.close();
});

it('A process that lost its job begins nothing, and leaves it to whoever has it', async () => {
  heldUntil = performance.now() - 1;
  const id = await hook('/good');
  waiting = [id];
  await stage.user();
  await stage.fanOut();
  const workers = start();
  workers.look();
  await waitFor(() => done.length === 1);
  expect([told('/good'), woken]).toEqual([0, [id]]);
  await workers.close();
});

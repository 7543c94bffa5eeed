import type { ServerResponse } from 'node:http';
import { beforeEach, expect, it, vi } from 'vitest';
import { createWorkers, type Workers } from '../../../src/delivery/webhooks/workers.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { systemIds } from '../../../src/platform/ids/ids.ts';
import { claimWebhooks, type Lease } from '../../../src/store/webhooks/leases.ts';
import { shareFixture } from './fixture.ts';
import { until } from '../../support/until.ts';

const { fixture, receiver } = shareFixture();

/** Milliseconds by which the process's clock was advanced. */
let skipped: number;
let done: string[];
beforeEach(() => {
  skipped = 0;
  done = [];
  const now = performance.now.bind(performance);
  const watch = vi.spyOn(performance, 'now').mockImplementation(() => now() + skipped);
  return () => watch.mockRestore();
});

const start = (): Workers => createWorkers({ ...fixture.services, logger: createLogger('error') });
const serve = (workers: Workers, lease: Lease, claimedAt = performance.now()): void =>
  workers.start(lease, claimedAt, () => void done.push(lease.webhookId));
const hook = async (path: string) =>
  (await fixture.hook(`${receiver.url}${path}`, { eventTypes: ['User.Created'] })).id;
const received = (path: string) => receiver.received.filter((one) => one.path.endsWith(path)).length;
const claim = (ids: readonly string[]): Promise<Lease[]> => {
  const now = fixture.kernel.now();
  const candidates = ids.map((id) => ({ webhookId: id, lastMatch: Number.MAX_SAFE_INTEGER, waitingSince: now }));
  return claimWebhooks(fixture.services, {
    candidates,
    dueBy: null,
    token: systemIds.secret(),
    limit: ids.length,
    now,
  });
};

it('an endpoint that responds is served within seconds, however many others hang', async () => {
  const held: ServerResponse[] = [];
  receiver.answer((response, { path }) => {
    if (path.endsWith('/hangs')) held.push(response);
    else response.writeHead(204).end();
  });
  const waiting = [...(await Promise.all(Array.from({ length: 40 }, () => hook('/hangs')))), await hook('/good')];
  await fixture.user();
  await fixture.settle();
  const workers = start();
  const fill = async () => {
    for (const lease of await claim(waiting.splice(0, workers.free()))) serve(workers, lease);
  };
  await fill();
  await until(() => held.length === 32);
  expect(workers.free()).toBe(0);
  skipped = 2001;
  await fill();
  await until(() => received('/good') === 1 && held.length === 40);
  for (const response of held) response.writeHead(204).end();
  await until(() => done.length === 41);
  expect([received('/good'), received('/hangs')]).toEqual([1, 40]);
  await workers.close();
});

it('a process that lost its lease starts no delivery, and leaves the webhook to others', async () => {
  const id = await hook('/good');
  await fixture.user();
  await fixture.settle();
  const workers = start();
  const [lease] = await claim([id]);
  if (lease) serve(workers, lease, performance.now() - 10_001);
  await until(() => done.length === 1);
  expect(received('/good')).toBe(0);
  await workers.close();
  await fixture.serve(id);
  expect(received('/good')).toBe(1);
});

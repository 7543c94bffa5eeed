import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { startServer } from '../shared/server-process.ts';
import { idOf } from '../exchange/fixture/people.ts';
import { createWebhook, deleteWebhooks } from './fixture/webhooks.ts';
import { rename, startSteadyLoad } from './load/changes.ts';
import type { Receiving } from './load/receiving.ts';
import type { Watching } from './load/watching.ts';
import { accessToken, platformCommand } from './servers.ts';

/** The latency of events: milliseconds from the time of the event, which is just before its commit. */
export interface Latency {
  load: 'idle' | 'loaded';
  toSubscriber: number[];
  toReceiver: number[];
  /** Changes per second besides. */
  changesPerSecond: number;
}

interface LatencyBench {
  url: string;
  client: pg.Client;
  watching: Watching;
  receiving: Receiving;
  /** Measured changes, idle and under load. */
  changes: number;
  /** Other changes per second under load. */
  perSecond: number;
  users: number;
}

/** Milliseconds between two measured changes. */
const pause = 60;

const query = `subscription { userChanged(id: "${idOf('user', 0)}") { __typename
  ... on EventMessage { cursor event { id typeName timestamp data } } } }`;

/**
 * One platform process with one subscriber and one webhook that receives every change: alone, and with other changes.
 */
export async function measureLatency(bench: LatencyBench): Promise<Latency[]> {
  const server = await startServer(platformCommand(bench.url, ''));
  try {
    const token = await accessToken(server.port);
    const webhook = await createWebhook(server.port, token, {
      name: 'Latency',
      url: bench.receiving.url,
      eventTypes: ['User.Data.Updated'],
    });
    await bench.watching.open({ open: 1, port: server.port, tokens: [token], query });
    const at = { port: server.port, token };
    await watchChanges(bench, at, 10);
    const idle = await watchChanges(bench, at, bench.changes);
    const load = startSteadyLoad(server.port, token, bench);
    await sleep(1000);
    const loaded = await watchChanges(bench, at, bench.changes);
    const changesPerSecond = await load.end();
    await bench.watching.closeAll();
    await deleteWebhooks(bench.client, { port: server.port, token }, [webhook.id]);
    return [
      { load: 'idle', ...idle, changesPerSecond: 0 },
      { load: 'loaded', ...loaded, changesPerSecond },
    ];
  } finally {
    await server.stop();
  }
}

let serial = 0;

async function watchChanges(
  { watching, receiving }: LatencyBench,
  { port, token }: { port: number; token: string },
  count: number,
) {
  const toSubscriber: number[] = [];
  const toReceiver: number[] = [];
  for (let number = 0; number < count; number++) {
    const mark = `mark-${serial++}`;
    const [seen, received] = await Promise.all([
      watching.expectOnEach(),
      receiving.await(mark),
      rename(port, token, 0, mark),
    ]);
    if (!seen.message.includes(mark)) throw new Error(`The subscriber received another message: ${seen.message}`);
    const happened = Date.parse(/"timestamp":"([^"]+)"/.exec(seen.message)?.[1] ?? '');
    toSubscriber.push(seen.at - happened);
    toReceiver.push(received - happened);
    await sleep(pause);
  }
  return { toSubscriber, toReceiver };
}

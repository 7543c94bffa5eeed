import type pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Compared, comparePairs, measureSlice, type Side } from '../shared/pairs.ts';
import { startServer } from '../shared/server-process.ts';
import { commitEvents } from './fixture/events.ts';
import { createWebhook, deleteWebhooks } from './fixture/webhooks.ts';
import type { Receiving } from './load/receiving.ts';
import { accessToken, platformCommand, referenceCommand } from './servers.ts';

export interface DeliveriesBench {
  url: string;
  client: pg.Client;
  receiving: Receiving;
  /** Number of measured messages. */
  messages: number;
  users: number;
  nodeOptions: string;
}

interface PairedDeliveries extends DeliveriesBench {
  starts: number;
  pairs: number;
  log(line: string): void;
}

export const deliveriesTitle = 'deliveries, share of bare undici';
/** Number of webhooks; each has at most 8 requests in progress. */
const webhooks = 4;
const concurrency = webhooks * 8;
/** Messages before each slice, as a share of its own. */
const warmShare = 1 / 8;

/** The platform, which delivers events, and a loop that posts the same body. */
export async function compareDeliveries(bench: PairedDeliveries): Promise<Compared[]> {
  const message = await messageOf(bench);
  const start = [() => startPosting(bench, message), () => startDelivering(bench)] as const;
  return comparePairs([{ title: deliveriesTitle, start }], bench);
}

/** A message of the platform. */
async function messageOf(bench: DeliveriesBench): Promise<string> {
  const platform = await startDelivering(bench);
  try {
    await platform.warmUp();
    return platform.sample();
  } finally {
    await platform.stop();
  }
}

/** Events that are committed at once and sent to each webhook, until the results of all are stored. */
async function startDelivering(bench: DeliveriesBench): Promise<Side & { sample(): string }> {
  const { client, receiving, messages, users } = bench;
  const { port, pid, stop } = await startServer(platformCommand(bench.url, bench.nodeOptions));
  const token = await accessToken(port);
  const made = new Map<string, { id: string; secret: string }>();
  for (let number = 0; number < webhooks; number++) {
    const input = { name: `Receiver ${number}`, url: `${receiving.url}${number}`, eventTypes: ['User.Data.Updated'] };
    made.set(`/${number}`, await createWebhook(port, token, input));
  }
  const secrets = Object.fromEntries(Array.from(made, ([path, { secret }]) => [path, secret]));
  let sample = '';
  const deliver = async (count: number) => {
    await receiving.begin(secrets);
    const events = Math.ceil(count / webhooks);
    await commitEvents(client, events, users);
    ({ sample } = await receiving.count(events * webhooks));
    await untilStored(client);
    return events * webhooks;
  };
  return {
    title: 'platform',
    warmUp: () => deliver(messages),
    async slice() {
      await deliver(messages * warmShare);
      return measureSlice(pid, client, () => deliver(messages));
    },
    async stop() {
      const ids = Array.from(made.values(), ({ id }) => id);
      await deleteWebhooks(client, { port, token }, ids);
      await stop();
    },
    sample: () => sample,
  };
}

/** Until the cursor of every webhook is at the end of the log. */
async function untilStored(client: pg.Client): Promise<void> {
  for (const end = performance.now() + 60_000; ; await sleep(5)) {
    const { rows } = await client.query<{ behind: number }>(
      `SELECT count(*)::int AS behind FROM webhooks
       WHERE lease_token IS NOT NULL OR cursor < (SELECT max(position) FROM events)`,
    );
    if (rows[0]?.behind === 0) return;
    if (performance.now() > end) throw new Error('The results of deliveries were not stored in time.');
  }
}

/** A loop that posts one body, with as many concurrent requests. */
async function startPosting({ receiving, messages }: DeliveriesBench, body: string): Promise<Side> {
  const { port, pid, stop } = await startServer(referenceCommand('posts'));
  const post = async (count: number) => {
    await receiving.begin({});
    const order = { url: receiving.url, body, count, concurrency };
    const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: JSON.stringify(order) });
    if (!response.ok) throw new Error(await response.text());
    await receiving.count(count);
    return count;
  };
  return {
    title: 'bare undici',
    warmUp: () => post(messages),
    async slice() {
      await post(messages * warmShare);
      return measureSlice(pid, undefined, () => post(messages));
    },
    stop,
  };
}

import type pg from 'pg';
import { cpuPer, readCounters } from '../shared/counters.ts';
import { type ServerProcess, startServer } from '../shared/server-process.ts';
import { commitEvents } from './fixture/events.ts';
import { createWebhook, deleteWebhooks } from './fixture/webhooks.ts';
import type { Counted } from './load/receiver.ts';
import type { Receiving } from './load/receiving.ts';
import { accessToken, platformCommand, referenceCommand } from './servers.ts';

/** The cost of delivering many messages to a receiver that responds at once. */
export interface Deliveries {
  server: 'platform' | 'posts';
  round: number;
  /** From the first arrival to the last. */
  perSecond: number;
  /** Microseconds of the server's processor per message, and of PostgreSQL's backends. */
  cpu: number;
  databaseCpu: number;
}

export interface DeliveriesBench {
  url: string;
  client: pg.Client;
  receiving: Receiving;
  /** Number of measured messages. */
  messages: number;
  users: number;
  nodeOptions: string;
}

/** Number of webhooks; each has at most 8 requests in progress. */
const webhooks = 4;
const concurrency = webhooks * 8;

/** The platform: events that are committed at once and sent to each webhook. Also returns one of its messages. */
export async function measureDeliveries(
  bench: DeliveriesBench,
  round: number,
): Promise<Deliveries & { message: string }> {
  const server = await startServer(platformCommand(bench.url, bench.nodeOptions));
  try {
    const token = await accessToken(server.port);
    const made = new Map<string, { id: string; secret: string }>();
    for (let number = 0; number < webhooks; number++) {
      const url = `${bench.receiving.url}${number}`;
      const input = { name: `Receiver ${number}`, url, eventTypes: ['User.Data.Updated'] };
      made.set(`/${number}`, await createWebhook(server.port, token, input));
    }
    const secrets = Object.fromEntries(Array.from(made, ([path, { secret }]) => [path, secret]));
    const run = (count: number) => deliver(bench, server, { secrets, count });
    await run(messagesOf(bench) / 4);
    const { sample, ...measured } = await run(messagesOf(bench));
    const ids = Array.from(made.values(), ({ id }) => id);
    await deleteWebhooks(bench.client, { port: server.port, token }, ids);
    return { ...measured, server: 'platform', round, message: sample };
  } finally {
    await server.stop();
  }
}

const messagesOf = ({ messages }: DeliveriesBench): number => Math.ceil(messages / webhooks / 4) * webhooks * 4;

async function deliver(
  { client, receiving, users }: DeliveriesBench,
  server: ServerProcess,
  { count, secrets }: { count: number; secrets: Record<string, string> },
) {
  await receiving.begin(secrets);
  const before = await readCounters(server.pid, client);
  await commitEvents(client, count / webhooks, users);
  const counted = await receiving.count(count);
  const after = await readCounters(server.pid, client);
  return { ...rates(count, counted, before, after), sample: counted.sample };
}

type Counters = Awaited<ReturnType<typeof readCounters>>;

const rates = (messages: number, { from, to }: Counted, before: Counters, after: Counters) => ({
  perSecond: messages / ((to - from) / 1000),
  ...cpuPer(messages, before, after),
});

/** The reference: a loop that posts the same body, with as many concurrent requests. */
export async function measurePosts(bench: DeliveriesBench, round: number, message: string): Promise<Deliveries> {
  const server = await startServer(referenceCommand('posts'));
  try {
    const run = async (count: number) => {
      await bench.receiving.begin({});
      const before = await readCounters(server.pid, undefined);
      const order = { url: bench.receiving.url, body: message, count, concurrency };
      const response = await fetch(`http://127.0.0.1:${server.port}/`, { method: 'POST', body: JSON.stringify(order) });
      if (!response.ok) throw new Error(await response.text());
      const counted = await bench.receiving.count(count);
      return rates(count, counted, before, await readCounters(server.pid, undefined));
    };
    await run(messagesOf(bench) / 4);
    return { ...(await run(messagesOf(bench))), server: 'posts', round };
  } finally {
    await server.stop();
  }
}

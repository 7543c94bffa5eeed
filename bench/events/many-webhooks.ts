import { setTimeout as sleep } from 'node:timers/promises';
import { idOf } from '../exchange/fixture/people.ts';
import { measureSlice } from '../shared/pairs.ts';
import { type ServerProcess, startServer } from '../shared/server-process.ts';
import type { DeliveriesBench } from './deliveries.ts';
import { commitEvents } from './fixture/events.ts';
import { createWebhook, deleteWebhooks, type WebhookInput } from './fixture/webhooks.ts';
import { accessToken, platformCommand } from './servers.ts';

/** The cost of events that ten webhooks receive, with this many webhooks. */
export interface ManyWebhooks {
  webhooks: number;
  round: number;
  /** Microseconds per event of the server's processor, and of PostgreSQL's backends. */
  cpu: number;
  databaseCpu: number;
}

/** Webhooks that receive every event. */
const receivers = 10;

export interface Crowd {
  round: number;
  /** Webhooks that receive other events than those that are committed. */
  others: number;
  /** Webhooks that receive no event. */
  idle: number;
  /** Milliseconds after the last delivery: cursors of idle webhooks are stored when the log is quiet. */
  settling: number;
}

/** Webhooks that are created at a time. */
const creating = 10;

interface Target extends Crowd {
  bench: DeliveriesBench;
  server: ServerProcess;
  token: string;
}

/** The same events with ten webhooks and with a thousand, which come first in every other round. */
export async function measureManyWebhooks(bench: DeliveriesBench, crowd: Crowd): Promise<ManyWebhooks[]> {
  const server = await startServer(platformCommand(bench.url, bench.nodeOptions));
  try {
    const target = { ...crowd, bench, server, token: await accessToken(server.port) };
    const ids = await create(target, Array.from({ length: receivers }, receiver(bench)));
    await deliver(target, 1);
    const { round } = crowd;
    const few = async () => ({ webhooks: receivers, round, ...(await deliver(target, 4)) });
    const measured = round % 2 ? [await few(), await withMany(target)] : [await withMany(target), await few()];
    await deleteAll(target, ids);
    return measured;
  } finally {
    await server.stop();
  }
}

async function withMany(target: Target): Promise<ManyWebhooks> {
  const { round, others, idle } = target;
  const ids = await create(target, [
    ...Array.from({ length: others }, (_, n) => ({
      ...inputOf(target.bench, `Other ${n}`),
      eventTypes: ['Role.Created'],
    })),
    ...Array.from({ length: idle }, (_, n) => idleWebhook(target.bench, n)),
  ]);
  const measured = await deliver(target, 4);
  await deleteAll(target, ids);
  return { webhooks: receivers + others + idle, round, ...measured };
}

const inputOf = ({ receiving }: DeliveriesBench, name: string): WebhookInput => ({ name, url: receiving.url });

const receiver =
  (bench: DeliveriesBench) =>
  (_: unknown, number: number): WebhookInput => ({
    ...inputOf(bench, `Receiver ${number}`),
    eventTypes: ['User.Data.Updated'],
  });

/** Half of them by their event types, half by their organization: those match the type of every event. */
const idleWebhook = (bench: DeliveriesBench, number: number): WebhookInput => ({
  ...inputOf(bench, `Idle ${number}`),
  ...(number % 2 ? { eventTypes: ['Organization.Deleted'] } : { organizationId: idOf('org', number % 50) }),
});

async function create({ server, token }: Target, inputs: WebhookInput[]): Promise<string[]> {
  const ids: string[] = [];
  for (let from = 0; from < inputs.length; from += creating) {
    const some = inputs.slice(from, from + creating);
    const made = await Promise.all(some.map((input) => createWebhook(server.port, token, input)));
    ids.push(...made.map(({ id }) => id));
  }
  return ids;
}

const deleteAll = ({ bench, server, token }: Target, ids: readonly string[]): Promise<void> =>
  deleteWebhooks(bench.client, { port: server.port, token }, ids);

/** Commits events, and waits until all receivers have them and the log is quiet. `quarters` of the usual number. */
async function deliver(
  { bench, server, settling }: Target,
  quarters: number,
): Promise<{ cpu: number; databaseCpu: number }> {
  const { client, receiving, users, messages } = bench;
  const events = Math.ceil((messages * quarters) / 4 / receivers);
  await receiving.begin({});
  const { cpu, databaseCpu } = await measureSlice(server.pid, client, async () => {
    await commitEvents(client, events, users);
    await receiving.count(events * receivers);
    await sleep(settling);
    return events;
  });
  return { cpu, databaseCpu };
}

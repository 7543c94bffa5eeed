import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { LoadGenerator } from '../shared/load/control.ts';
import { type ServerProcess, startServer } from '../shared/server-process.ts';
import { commitEvents } from './fixture/events.ts';
import { createWebhook, deleteWebhooks, setWebhookEnabled } from './fixture/webhooks.ts';
import type { Receiving } from './load/receiving.ts';
import { accessToken, platformCommand } from './servers.ts';

/** Token exchanges of one process, while its webhooks are idle or hang. */
export interface Exchanges {
  webhooks: 'silent' | 'hanging';
  round: number;
  perSecond: number;
  p50: number;
  p99: number;
  /** Attempts that timed out during the measurement. */
  timedOut: number;
}

interface ExchangeBench {
  url: string;
  client: pg.Client;
  receiving: Receiving;
  generator: LoadGenerator;
  /** The name and number of the requests of the generator. */
  set: string;
  requests: number;
  users: number;
  rounds: number;
  seconds: number;
  /** Prints a line of progress. */
  log(line: string): void;
}

const endpoints = 10;
/** Number of due deliveries per endpoint. */
const queued = 500;
/** Concurrent exchanges. */
const connections = 16;
/** Seconds from the first requests to the measurement, without the time to enable the webhooks. */
const settling = 1;
/** Concurrent attempts: all of them time out during the measurement. */
export const atOnce = endpoints * 8;

/**
 * One process: each round measures once with ten disabled webhooks, and once with ten that hang and have full queues.
 * During the measurement their requests time out, the results are stored, and the next requests begin.
 */
export async function measureExchanges(bench: ExchangeBench): Promise<Exchanges[]> {
  const server = await startServer(platformCommand(bench.url, ''));
  try {
    const token = await accessToken(server.port);
    const webhooks: string[] = [];
    for (let number = 0; number < endpoints; number++) {
      const url = `${bench.receiving.hangingUrl}/${number}`;
      const made = await createWebhook(server.port, token, {
        name: `Hanging ${number}`,
        url,
        eventTypes: ['User.Data.Updated'],
      });
      webhooks.push(made.id);
    }
    await commitEvents(bench.client, queued, bench.users);
    await untilQueued(bench.client);
    const hangs = hanging(bench, server, token, webhooks);
    await hangs.stop();
    await load(bench, server, bench.seconds);
    const measured: Exchanges[] = [];
    for (let round = 1; round <= bench.rounds; round++) {
      const once = async (kind: Exchanges['webhooks']) => {
        if (kind === 'hanging') await hangs.start();
        const before = await attemptsMade(bench.client);
        const result = await load(bench, server, bench.seconds);
        const timedOut = (await attemptsMade(bench.client)) - before;
        if (kind === 'hanging') await hangs.stop();
        measured.push({ webhooks: kind, round, ...result, timedOut });
        bench.log(
          `round ${round} of ${bench.rounds}  ${kind}: p99 ${result.p99.toFixed(2)} ms, ${timedOut} attempts timed out`,
        );
      };
      for (const kind of round % 2 ? (['silent', 'hanging'] as const) : (['hanging', 'silent'] as const))
        await once(kind);
    }
    await deleteWebhooks(bench.client, { port: server.port, token }, webhooks);
    return measured;
  } finally {
    await server.stop();
  }
}

/** Resets the endpoints to their state before the first attempt. */
function hanging(
  { client, receiving }: ExchangeBench,
  { port }: ServerProcess,
  token: string,
  webhooks: readonly string[],
) {
  const setAll = (isEnabled: boolean) =>
    Promise.all(webhooks.map((id) => setWebhookEnabled(port, token, id, isEnabled)));
  return {
    async start() {
      await client.query('UPDATE webhooks SET failures = 0, failing_since = NULL, paused_until = NULL');
      // Only deliveries that were attempted; the others are still due. Updating all would keep the database busy during
      // the measurement.
      await client.query(
        `UPDATE webhook_deliveries SET next_attempt_at = now() WHERE status = 'pending' AND next_attempt_at > now()`,
      );
      await setAll(true);
      await sleep(settling * 1000);
    },
    async stop() {
      await setAll(false);
      await receiving.release();
      await sleep(1000);
    },
  };
}

async function attemptsMade(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ made: number }>('SELECT sum(attempts_made)::int AS made FROM webhooks');
  return rows[0]?.made ?? 0;
}

async function untilQueued(client: pg.Client): Promise<void> {
  const all = endpoints * queued;
  for (const end = performance.now() + 30_000; ; await sleep(100)) {
    const { rows } = await client.query<{ count: number }>(
      `SELECT ((SELECT count(*) FROM webhook_deliveries) + (
         SELECT count(*) FROM webhooks AS w JOIN events AS e ON e.position > w.cursor AND e.type = ANY(w.event_types)))::int AS count`,
    );
    if ((rows[0]?.count ?? 0) >= all) return;
    if (performance.now() > end) throw new Error('The queues were not filled in time.');
  }
}

async function load({ generator, set, requests }: ExchangeBench, { port, pid }: ServerProcess, seconds: number) {
  const most = Number.POSITIVE_INFINITY;
  const order = { port, pid, set, limit: requests, connections, from: 0, warm: 0, seconds, most };
  const { completed, seconds: took, p50, p99, refusals } = await generator.run(order);
  const [refusal] = Object.entries(refusals);
  if (refusal) throw new Error(`${refusal[1]} exchanges failed with ${refusal[0]}. The run is void.`);
  return { perSecond: completed / took, p50, p99 };
}

import { accessToken, platformCommand } from '../events/servers.ts';
import { makeSigningKeys } from '../exchange/fixture/keys.ts';
import { fill } from '../exchange/fixture/seed.ts';
import type { BenchPostgres } from '../shared/database.ts';
import { startServer } from '../shared/server-process.ts';
import { exchangesOf } from './exchanges.ts';
import { type Latencies, startRate } from './rate.ts';

export interface Plan {
  rounds: number;
  seconds: number;
  /** NODE_OPTIONS of the platform process. */
  nodeOptions: string;
  /** Prints a line of progress. */
  log(line: string): void;
}

/** A load in a round. */
export interface Measured {
  load: string;
  round: number;
  alone: Latencies;
  beside: Latencies;
  /** Responses to the load, by status. */
  answered: Record<number, number>;
}

const scale = { users: 2000, roles: 500, organizations: 50 };
/** Exchanges per second: few enough that the server is mostly idle. */
const perSecond = 40;
const clients = 24;
/** Milliseconds that a client waits after a refusal: less than in Retry-After. */
const pause = 200;

interface Load {
  title: string;
  path: string;
  body: object;
}

const webhook = { name: 'Bench', url: 'https://hooks.example.com/bench', eventTypes: ['User.Created'] };
const users = Array.from({ length: 50 }, () => ({ password: 'a long passphrase for benchmarks' }));

/** The requests of the clients, in order. */
export const loads: readonly Load[] = [
  {
    title: 'dry runs by GraphQL',
    path: '/graphql',
    body: {
      query: `mutation ($input: CreateWebhookInput!) {
        createWebhook(dryRun: true, input: $input) { webhook { id deliveryStats { delivered failed } } }
      }`,
      variables: { input: { ...webhook, eventTypes: undefined } },
    },
  },
  { title: 'dry runs by REST', path: '/api/dry-run/webhooks', body: webhook },
  { title: 'dry runs of createUsers', path: '/api/dry-run/bulk/create-users', body: { items: users } },
];

/** Creates the database, measures every load in every round, drops the database. */
export async function runPlan(
  postgres: BenchPostgres,
  { rounds, seconds, nodeOptions, log }: Plan,
): Promise<Measured[]> {
  const name = 'mandate_bench_isolation';
  const url = await postgres.makeDatabase(name, async (address) =>
    fill(address, scale, await makeSigningKeys(new Date())),
  );
  const server = await startServer(platformCommand(url, nodeOptions));
  const rate = await startRate(await exchangesOf(url, scale));
  try {
    const order = { port: server.port, perSecond, seconds };
    const token = await accessToken(server.port);
    // The first request loads much of the code.
    for (const load of loads) {
      const warming = startClients(server.port, token, load);
      await rate.run({ ...order, seconds: 2 });
      await warming.stop();
    }
    const measured: Measured[] = [];
    for (let round = 1; round <= rounds; round++) {
      for (const load of loads) {
        const alone = await rate.run(order);
        const clientele = startClients(server.port, token, load);
        const beside = await rate.run(order);
        const answered = await clientele.stop();
        measured.push({ load: load.title, round, alone, beside, answered });
        log(`round ${round}  ${load.title}: p99 ${alone.p99.toFixed(1)} ms alone, ${beside.p99.toFixed(1)} ms beside`);
      }
    }
    return measured;
  } finally {
    rate.stop();
    await server.stop();
    await postgres.dropDatabase(name);
  }
}

/** Clients that each repeat the request of the load after its response, or a moment after a refusal. */
function startClients(port: number, token: string, { path, body }: Load) {
  const answered: Record<number, number> = {};
  const over = new AbortController();
  const one = async () => {
    while (!over.signal.aborted) {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      });
      await response.arrayBuffer();
      answered[response.status] = (answered[response.status] ?? 0) + 1;
      if (!response.ok) await new Promise((resolve) => setTimeout(resolve, pause));
    }
  };
  const all = Promise.all(Array.from({ length: clients }, one));
  // Reported by `stop`; a run that fails earlier has another reason.
  all.catch(() => {});
  return {
    async stop() {
      over.abort();
      await all;
      return answered;
    },
  };
}

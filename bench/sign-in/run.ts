import { fileURLToPath } from 'node:url';
import packageJson from '../../package.json' with { type: 'json' };
import { createPasswords } from '../../src/platform/passwords/passwords.ts';
import { platformCommand } from '../events/servers.ts';
import { makeSigningKeys } from '../exchange/fixture/keys.ts';
import { fill } from '../exchange/fixture/seed.ts';
import { startRate } from '../isolation/rate.ts';
import { exchangesOf } from '../isolation/exchanges.ts';
import type { Latencies } from '../isolation/rate.ts';
import { type BenchPostgres, withClient } from '../shared/database.ts';
import { type ServerCommand, startServer } from '../shared/server-process.ts';
import { connect, type Connection, type OpenPage, password, timed } from './clients.ts';

export interface Plan {
  rounds: number;
  /** Sign-ins of a measurement. */
  signIns: number;
  /** Seconds of exchanges in a measurement. */
  seconds: number;
  /** NODE_OPTIONS of the platform process. */
  nodeOptions: string;
  /** Prints a line of progress. */
  log(line: string): void;
}

/** A round: sign-ins per second, and latencies of exchanges alone and beside clients that try passwords. */
export interface Measured {
  round: number;
  platform: number;
  bare: number;
  alone: Latencies;
  beside: Latencies;
  /** Wrong passwords that were compared during the exchanges. */
  tried: number;
}

const scale = { users: 2000, roles: 500, organizations: 50 };
/** Requests in progress: one lane is always busy. */
const concurrency = 4;
/** Exchanges per second: few enough that the server is mostly idle. */
const perSecond = 40;
/** Clients that try passwords. */
const attackers = 50;

/**
 * Creates the database, measures everything in every round, drops the database. Everything shares all cores, as on a
 * machine that runs the platform: hashing takes what the rest leaves.
 */
export async function runPlan(postgres: BenchPostgres, plan: Plan): Promise<Measured[]> {
  const { rounds, seconds, log } = plan;
  const name = 'mandate_bench_sign_in';
  const passwordHash = await createPasswords().hash(password);
  const url = await postgres.makeDatabase(name, async (address) => {
    await fill(address, scale, await makeSigningKeys(new Date()));
    await withClient(address, async (client) => {
      await client.query('UPDATE users SET password_hash = $1', [passwordHash]);
      await client.query(`UPDATE applications SET redirect_uris = '{https://web.bench.example/callback}'`);
    });
  });
  const server = await startServer({ ...platformCommand(url, plan.nodeOptions), hasAllCores: true });
  const rate = await startRate(await exchangesOf(url, scale));
  const platform = connect(server.port);
  let next = 0;
  /** A user who has not signed in yet: a known device would be another case. */
  const users = (count: number) => Array.from({ length: count }, () => `user-${next++ % scale.users}`);
  try {
    const order = { port: server.port, perSecond, seconds };
    await signInsPerSecond(platform, users(20));
    await rate.run({ ...order, seconds: 2 });
    const measured: Measured[] = [];
    for (let round = 1; round <= rounds; round++) {
      const ratio = {
        platform: await signInsPerSecond(platform, users(plan.signIns)),
        bare: await comparisonsPerSecond(passwordHash, plan.signIns),
      };
      const alone = await rate.run(order);
      const storm = await startAttackers(server.port, round);
      const beside = await rate.run(order);
      const tried = await storm.stop();
      measured.push({ round, ...ratio, alone, beside, tried });
      const share = (ratio.platform / ratio.bare).toFixed(2);
      log(
        `round ${round}  ${share} of argon2id; p99 ${alone.p99.toFixed(1)} ms alone, ${beside.p99.toFixed(1)} beside`,
      );
    }
    return measured;
  } finally {
    await platform.close();
    rate.stop();
    await server.stop();
    await postgres.dropDatabase(name);
  }
}

/** The pages are open before the time counts: it is from the form to its response. */
async function signInsPerSecond(platform: Connection, identifiers: readonly string[]): Promise<number> {
  const pages: [string, Awaited<ReturnType<Connection['openPage']>>][] = [];
  for (const identifier of identifiers) pages.push([identifier, await platform.openPage()]);
  const seconds = await timed(pages, concurrency, async ([identifier, page]) => {
    const status = await platform.submit(page, identifier, password);
    if (status !== 200) throw new Error(`A sign-in failed with ${status}. The run is void.`);
  });
  return pages.length / seconds;
}

async function comparisonsPerSecond(passwordHash: string, count: number): Promise<number> {
  const server = await startServer(bareCommand(passwordHash));
  const bare = connect(server.port);
  const page = { path: '/', cookie: '' };
  const submit = async () => {
    const status = await bare.submit(page, 'user', password);
    if (status !== 200) throw new Error(`A comparison failed with ${status}. The run is void.`);
  };
  try {
    await submit();
    return count / (await timed(Array.from({ length: count }), concurrency, submit));
  } finally {
    await bare.close();
    await server.stop();
  }
}

/** Started with the flags of `npm start`. */
function bareCommand(passwordHash: string): ServerCommand {
  const file = fileURLToPath(new URL('servers/bare.ts', import.meta.url));
  const command = packageJson.scripts.start.replace('dist/server/main.js', JSON.stringify(file));
  return { command: ['sh', '-c', command], env: { PASSWORD_HASH: passwordHash }, hasAllCores: true };
}

/**
 * Starts clients that try a wrong password for another identifier each time, on a page of their own. Resolves when all
 * pages are open.
 */
async function startAttackers(port: number, round: number) {
  const connection = connect(port);
  const over = new AbortController();
  let tried = 0;
  const pages = await Promise.all(Array.from({ length: attackers }, () => connection.openPage()));
  const one = async (opened: OpenPage, number: number) => {
    let page = opened;
    for (let attempt = 0; !over.signal.aborted; attempt++) {
      const status = await connection.submit(page, `unknown-${round}-${number}-${attempt}`, 'a wrong password');
      if (status === 422) tried += 1;
      else if (status === 410) page = await connection.openPage();
      else await new Promise((resolve) => setTimeout(resolve, 200));
    }
  };
  const all = Promise.all(pages.map(one));
  // Reported by `stop`; a run that fails earlier has another reason.
  all.catch(() => {});
  return {
    async stop() {
      over.abort();
      await all;
      await connection.close();
      return tried;
    },
  };
}

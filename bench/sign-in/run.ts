import { fileURLToPath } from 'node:url';
import { createPasswords } from '../../src/platform/passwords/passwords.ts';
import { platformCommand } from '../events/servers.ts';
import { makeSigningKeys } from '../exchange/fixture/keys.ts';
import { fill } from '../exchange/fixture/seed.ts';
import { startConstant } from '../isolation/constant.ts';
import { exchangesOf } from '../isolation/exchanges.ts';
import { startRate } from '../isolation/rate.ts';
import type { Latencies } from '../isolation/rate.ts';
import { type BenchPostgres, withClient } from '../shared/database.ts';
import { type Compared, comparePairs, type Comparison, measureSlice, type Side } from '../shared/pairs.ts';
import { asShipped, projectRoot, type ServerCommand, startServer } from '../shared/server-process.ts';
import { all } from './all.ts';
import { connect, letUsersSignIn, type OpenPage, password } from './clients.ts';
import { byPasswordTitle, startBare, startIssuer, startUpstream, upstreamTitle } from './upstream.ts';

export interface Plan {
  pairs: number;
  rounds: number;
  /** Seconds of exchanges in a measurement. */
  seconds: number;
  /** NODE_OPTIONS of the platform process. */
  nodeOptions: string;
  /** Prints a line of progress. */
  log(line: string): void;
}

/** A round: latencies of exchanges alone, beside clients that try passwords, and of a constant response there. */
interface Round {
  round: number;
  alone: Latencies;
  beside: Latencies;
  constant: Latencies;
  /** Wrong passwords that were compared meanwhile. */
  tried: number;
}

/** Everything that was measured. */
export interface Measured {
  compared: Compared[];
  rounds: Round[];
}

export const signInsTitle = 'sign-ins, share of argon2id alone';
const scale = { users: 2000, roles: 500, organizations: 50 };
/** Sign-ins of a slice. */
const perSlice = 8;
/** Exchanges per second: few enough that the server is mostly idle. */
const perSecond = 40;
/** Clients that try passwords. */
const attackers = 50;

/**
 * Creates the database, compares sign-ins pair by pair, measures exchanges in every round, drops the database.
 * Everything shares all cores, as on a machine that runs the platform: hashing takes what the rest leaves.
 */
export async function runPlan(postgres: BenchPostgres, plan: Plan): Promise<Measured> {
  const name = 'mandate_bench_sign_in';
  const passwordHash = await createPasswords().hash(password);
  const url = await postgres.makeDatabase(name, async (address) => {
    await fill(address, scale, await makeSigningKeys(new Date()));
    await withClient(address, (client) => letUsersSignIn(client, passwordHash));
  });
  const command = { ...platformCommand(url, plan.nodeOptions), hasAllCores: true };
  const issuer = await startIssuer();
  try {
    const passwords = [() => startComparing(passwordHash), () => startSigningIn(command)] as const;
    const database = { url, users: scale.users };
    const byProvider = () => startUpstream(command, issuer, database);
    const comparisons: Comparison[] = [
      { title: signInsTitle, start: passwords },
      { title: upstreamTitle, start: [() => startBare(issuer), byProvider] },
      { title: byPasswordTitle, start: [() => startSigningIn(command), byProvider] },
    ];
    const compared = await comparePairs(comparisons, { ...plan, starts: 1 });
    return { compared, rounds: await measureRounds(command, url, plan) };
  } finally {
    await issuer.stop();
    await postgres.dropDatabase(name);
  }
}

/** The pages are open before: what counts is from the form to its response. */
async function startSigningIn(command: ServerCommand): Promise<Side> {
  const { port, pid, stop } = await startServer(command);
  const platform = connect(port);
  let next = 0;
  // A user who has not signed in yet: a known device would be another case.
  const open = async (): Promise<[string, OpenPage]> => [`user-${next++ % scale.users}`, await platform.openPage()];
  const signIn = async ([identifier, page]: [string, OpenPage]) => {
    const status = await platform.submit(page, identifier, password);
    if (status !== 200) throw new Error(`A sign-in failed with ${status}. The run is void.`);
  };
  const warmUp = async () => signIn(await open());
  return {
    title: 'platform, by a password',
    warmUp,
    async slice() {
      await warmUp();
      const pages: [string, OpenPage][] = [];
      while (pages.length < perSlice) pages.push(await open());
      return measureSlice(pid, undefined, () => all(pages, signIn));
    },
    async stop() {
      await platform.close();
      await stop();
    },
  };
}

async function startComparing(passwordHash: string): Promise<Side> {
  const { port, pid, stop } = await startServer(bareCommand(passwordHash));
  const bare = connect(port);
  const compare = async () => {
    const status = await bare.submit({ path: '/', cookie: '' }, 'user', password);
    if (status !== 200) throw new Error(`A comparison failed with ${status}. The run is void.`);
  };
  return {
    title: 'argon2id alone',
    warmUp: compare,
    async slice() {
      await compare();
      return measureSlice(pid, undefined, () => all(Array.from({ length: perSlice }), compare));
    },
    async stop() {
      await bare.close();
      await stop();
    },
  };
}

async function measureRounds(command: ServerCommand, url: string, { rounds, seconds, log }: Plan): Promise<Round[]> {
  const server = await startServer(command);
  const constant = await startConstant({ hasAllCores: true });
  const rate = await startRate(await exchangesOf(url, scale));
  try {
    const order = { port: server.port, perSecond, seconds };
    await rate.run({ ...order, seconds: 2 });
    const measured: Round[] = [];
    for (let round = 1; round <= rounds; round++) {
      const alone = await rate.run(order);
      const storm = await startAttackers(server.port, round);
      const beside = await rate.run(order);
      const constantBeside = await rate.run({ ...order, port: constant.port });
      measured.push({ round, alone, beside, constant: constantBeside, tried: await storm.stop() });
      log(
        `round ${round}  p99 ${alone.p99.toFixed(1)} ms alone, ${beside.p99.toFixed(1)} beside, a constant response ${constantBeside.p99.toFixed(1)}`,
      );
    }
    return measured;
  } finally {
    rate.stop();
    await Promise.all([server.stop(), constant.stop()]);
  }
}

/** Started with the flags of `npm start`. */
function bareCommand(passwordHash: string): ServerCommand {
  const file = fileURLToPath(new URL('servers/bare.ts', import.meta.url));
  return { ...asShipped(projectRoot, file), env: { PASSWORD_HASH: passwordHash }, hasAllCores: true };
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

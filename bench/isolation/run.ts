import { createPasswords } from '../../src/platform/passwords/passwords.ts';
import { accessToken, platformCommand } from '../events/servers.ts';
import { makeSigningKeys } from '../exchange/fixture/keys.ts';
import { fill } from '../exchange/fixture/seed.ts';
import { type BenchPostgres, withClient } from '../shared/database.ts';
import { startServer } from '../shared/server-process.ts';
import { letUsersSignIn, password } from '../sign-in/clients.ts';
import { startConstant } from './constant.ts';
import { exchangesOf } from './exchanges.ts';
import { answersOfBackupCodes } from './loads/backup-codes.ts';
import { changes, jobsOfOneStarter } from './loads/changes.ts';
import { Answers, type Load } from './loads/load.ts';
import { importsOfLineBreaks, slowImporters, slowReaders } from './loads/streams.ts';
import { differentSubscriptions } from './loads/subscriptions.ts';
import { type Latencies, startRate } from './rate.ts';

export interface Plan {
  rounds: number;
  seconds: number;
  loads: readonly Load[];
  /** NODE_OPTIONS of the platform process. */
  nodeOptions: string;
  /** Prints a line of progress. */
  log(line: string): void;
}

/** A load in a round. */
export interface Measured {
  load: string;
  round: number;
  /** A constant response, with nothing beside it. */
  constant: Latencies;
  alone: Latencies;
  beside: Latencies;
  /** Answers to the load, by kind. */
  answered: Record<string, number>;
}

const scale = { users: 2000, roles: 500, organizations: 50 };
/** Exchanges per second: few enough that the server is mostly idle. */
const perSecond = 40;
/** Makes an export larger than what the system buffers for a connection. */
const enlargeUsers = `UPDATE users SET custom_data = jsonb_build_object('text', repeat('x', 6000))`;

export const loads: readonly Load[] = [
  ...changes,
  importsOfLineBreaks,
  slowImporters,
  slowReaders,
  differentSubscriptions,
  answersOfBackupCodes,
  // Last, because it makes the database grow.
  jobsOfOneStarter,
];

/** Creates the database, measures every load in every round, drops the database. */
export async function runPlan(
  postgres: BenchPostgres,
  { rounds, seconds, loads: chosen, nodeOptions, log }: Plan,
): Promise<Measured[]> {
  const name = 'mandate_bench_isolation';
  const passwordHash = await createPasswords().hash(password);
  const url = await postgres.makeDatabase(name, async (address) => {
    await fill(address, scale, await makeSigningKeys(new Date()));
    await withClient(address, async (client) => {
      await client.query(enlargeUsers);
      await letUsersSignIn(client, passwordHash);
    });
  });
  const server = await startServer(platformCommand(url, nodeOptions));
  const constant = await startConstant();
  const rate = await startRate(await exchangesOf(url, scale));
  const order = { port: server.port, perSecond, seconds };
  const target = { port: server.port, token: await accessToken(server.port) };
  const runBeside = async (load: Load, answers: Answers, during: number): Promise<Latencies> => {
    const running = await load.start(target, answers);
    try {
      return await rate.run({ ...order, seconds: during });
    } finally {
      await running.stop();
    }
  };
  try {
    // The first request loads much of the code.
    for (const load of chosen) await runBeside(load, new Answers(), 2);
    const measured: Measured[] = [];
    for (let round = 1; round <= rounds; round++) {
      const constantResponse = await rate.run({ ...order, port: constant.port });
      log(`round ${round}  a constant response: p99 ${constantResponse.p99.toFixed(1)} ms`);
      for (const load of chosen) {
        const answers = new Answers();
        const alone = await rate.run(order);
        const beside = await runBeside(load, answers, seconds);
        measured.push({ load: load.title, round, constant: constantResponse, alone, beside, answered: answers.counts });
        log(`round ${round}  ${load.title}: p99 ${alone.p99.toFixed(1)} ms alone, ${beside.p99.toFixed(1)} ms beside`);
      }
    }
    return measured;
  } finally {
    rate.stop();
    await Promise.all([server.stop(), constant.stop()]);
    await postgres.dropDatabase(name);
  }
}

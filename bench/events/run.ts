import { makeSigningKeys, readSigningKey } from '../exchange/fixture/keys.ts';
import { makeRequests } from '../exchange/fixture/requests.ts';
import { fill } from '../exchange/fixture/seed.ts';
import { type BenchPostgres, withClient } from '../shared/database.ts';
import { startGenerator } from '../shared/load/control.ts';
import { startServer } from '../shared/server-process.ts';
import type { Compared } from '../shared/pairs.ts';
import { compareDeliveries } from './deliveries.ts';
import { type Exchanges, measureExchanges } from './exchange.ts';
import { type FanOut, type FanOutBench, measureFanOut } from './fan-out.ts';
import { addCallers } from './fixture/callers.ts';
import { type Latency, measureLatency } from './latency.ts';
import { comparePositions } from './positions.ts';
import { type ManyWebhooks, measureManyWebhooks } from './many-webhooks.ts';
import { startReceiving } from './load/receiving.ts';
import { startWatching } from './load/watching.ts';
import type { Options } from './options.ts';
import { platformCommand, publicUrl } from './servers.ts';

/** The size of a run. */
export interface Plan extends Pick<Options, 'parts' | 'rounds' | 'pairs' | 'messages' | 'sockets' | 'changes'> {
  /** NODE_OPTIONS of the platform's processes. */
  nodeOptions: string;
  /** Prints a line of progress. */
  log(line: string): void;
}

/** All measurements. */
export interface Measurements {
  positions: Compared[];
  fanOuts: FanOut[];
  deliveries: Compared[];
  manyWebhooks: ManyWebhooks[];
  exchanges: Exchanges[];
  latencies: Latency[];
}

const databaseName = 'mandate_bench_events';
const scale = { users: 2000, roles: 500, organizations: 50 };
/** Different subject tokens. */
const requests = 10_000;
/** Changes per second during the measurement of latency. */
const steadyLoad = 50;

/** Seconds after which requests to hanging endpoints have timed out. */
const hangingCycle = 16;

/** With ten that receive every event, a thousand webhooks. */
const crowd = { others: 90, idle: 900, settling: 2500 };

const fanOutPace = { warmChanges: 300, settleMs: 500 };

/** Messages of a slice. */
const sliceMessages = 800;

/** Creates the database, measures everything in every round, drops the database. */
export async function runPlan(postgres: BenchPostgres, plan: Plan): Promise<Measurements> {
  plan.log(`creating the database: ${scale.users} users`);
  const url = await postgres.makeDatabase(databaseName, async (address) =>
    fill(address, scale, await makeSigningKeys(new Date())),
  );
  // The first start creates the first caller.
  await (await startServer(platformCommand(url, ''))).stop();
  await withClient(url, addCallers);
  const sockets = { watching: startWatching(), watchingReference: startWatching() };
  const children = { ...sockets, receiving: await startReceiving(), generator: startGenerator() };
  try {
    await children.generator.keep('exchanges', await exchanges(url));
    return await withClient(url, (client) => measureAll({ ...plan, ...postgres, ...children, url, client }));
  } finally {
    for (const child of Object.values(children)) child.stop();
    await postgres.dropDatabase(databaseName);
  }
}

async function exchanges(url: string) {
  const key = await readSigningKey(url);
  const source = { kid: key.id, privateKey: key.privateKey, issuer: `${publicUrl}/oidc` };
  return makeRequests(requests, scale, { ...source, now: Math.floor(Date.now() / 1000) });
}

type Everything = Plan &
  Pick<BenchPostgres, 'makeDatabase' | 'dropDatabase'> &
  Omit<Parameters<typeof measureExchanges>[0], 'set' | 'requests' | 'users' | 'seconds'> &
  Pick<FanOutBench, 'watching' | 'watchingReference'>;

async function measureAll(all: Everything): Promise<Measurements> {
  const { log, rounds, parts } = all;
  const latencies = parts.includes('latency') ? await measureDelays(all) : [];
  if (parts.includes('positions')) log('positions');
  const positions = parts.includes('positions') ? await measurePositions(all) : [];
  const fanOuts: FanOut[] = [];
  for (const sockets of parts.includes('fan-out') ? all.sockets : []) {
    log(`fan-out to ${sockets} sockets`);
    fanOuts.push(await measureFanOut({ ...all, ...fanOutPace }, sockets));
  }
  if (parts.includes('deliveries')) log('deliveries');
  const deliveries = parts.includes('deliveries')
    ? await compareDeliveries({ ...all, starts: all.rounds, messages: sliceMessages, users: scale.users })
    : [];
  const manyWebhooks: ManyWebhooks[] = [];
  for (let round = 1; round <= (parts.includes('many-webhooks') ? rounds : 0); round++) {
    manyWebhooks.push(...(await measureIdle(all, round)));
  }
  if (!parts.includes('exchanges')) return { positions, fanOuts, deliveries, manyWebhooks, latencies, exchanges: [] };
  log('exchanges while ten endpoints hang');
  // One full cycle of hanging endpoints: their requests time out after 15 seconds, and the next ones begin.
  const exchange = {
    ...all,
    set: 'exchanges',
    requests,
    users: scale.users,
    rounds: rounds * 2,
    seconds: hangingCycle,
  };
  return { positions, fanOuts, deliveries, manyWebhooks, latencies, exchanges: await measureExchanges(exchange) };
}

const measurePositions = (all: Everything): Promise<Compared[]> =>
  comparePositions({
    ...all,
    starts: all.rounds,
    users: scale.users,
    makeDatabase: (name) => all.makeDatabase(name, () => Promise.resolve()),
  });

function measureDelays(all: Everything): Promise<Latency[]> {
  all.log('latency: idle and under a steady load');
  return measureLatency({ ...all, perSecond: steadyLoad, users: scale.users });
}

async function measureIdle(all: Everything, round: number): Promise<ManyWebhooks[]> {
  const measured = await measureManyWebhooks({ ...all, users: scale.users }, { ...crowd, round });
  const cost = ({ webhooks, cpu, databaseCpu }: ManyWebhooks) =>
    `${webhooks} webhooks ${cpu.toFixed(0)} + ${databaseCpu.toFixed(0)} us per event`;
  all.log(`round ${round} of ${all.rounds}  ${measured.map(cost).join(', ')}`);
  return measured;
}

import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { compareDeliveries, deliveriesTitle } from '../../bench/events/deliveries.ts';
import { fanOutTitle, measureFanOut } from '../../bench/events/fan-out.ts';
import { addCallers } from '../../bench/events/fixture/callers.ts';
import { clientFrame, createFrameReader, opcodes } from '../../bench/events/load/frames.ts';
import { startReceiving } from '../../bench/events/load/receiving.ts';
import { startWatching } from '../../bench/events/load/watching.ts';
import { readOptions } from '../../bench/events/options.ts';
import { renderReport } from '../../bench/events/report.ts';
import { comparePositions, positionsTitle } from '../../bench/events/positions.ts';
import type { Measurements } from '../../bench/events/run.ts';
import { platformCommand } from '../../bench/events/servers.ts';
import { measureManyWebhooks } from '../../bench/events/many-webhooks.ts';
import { judgeRun } from '../../bench/events/verdict.ts';
import { makeSigningKeys } from '../../bench/exchange/fixture/keys.ts';
import { fill } from '../../bench/exchange/fixture/seed.ts';
import { type BenchPostgres, openBenchPostgres, withClient } from '../../bench/shared/database.ts';
import type { Compared } from '../../bench/shared/pairs.ts';
import { startServer } from '../../bench/shared/server-process.ts';

it('frames are found however the bytes are cut, short and long', () => {
  const long = 'x'.repeat(300);
  const bytes = Buffer.concat([
    Buffer.from([0x81, 2, ...Buffer.from('hi')]),
    Buffer.from([0x89, 0]),
    Buffer.from([0x81, 126, 1, 44]),
    Buffer.from(long),
  ]);
  for (let size = 1; size <= bytes.length; size += 7) {
    const frames: [number, string][] = [];
    const read = createFrameReader((opcode, payload) => frames.push([opcode, payload.toString()]));
    for (let start = 0; start < bytes.length; start += size) read(bytes.subarray(start, start + size));
    expect(frames).toEqual([
      [opcodes.text, 'hi'],
      [opcodes.ping, ''],
      [opcodes.text, long],
    ]);
  }
});

it('client frames are masked, as servers require', () => {
  const frame = clientFrame(opcodes.text, 'é'.repeat(100));
  expect([...frame.subarray(0, 4)]).toEqual([0x81, 0x80 | 126, 0, 200]);
});

it('a run that reaches every required ratio passes', () => {
  const { gates, doubts } = judgeRun(run());
  expect(gates.every(({ passed }) => passed)).toBe(true);
  expect(gates).toHaveLength(7);
  expect(doubts).toEqual([]);
});

it('benchmarks that were not requested have no requirements', () => {
  expect(readOptions(['--only', 'deliveries']).parts).toEqual(['deliveries']);
  expect(() => readOptions(['--only', 'everything'])).toThrow('--only takes one of');
  const part = { ...run(), positions: [], fanOuts: [], manyWebhooks: [], exchanges: [], latencies: [] };
  const verdict = judgeRun(part);
  expect(verdict.gates.map(({ title }) => title)).toEqual(['deliveries, share of bare undici']);
  expect(renderReport(part, verdict)).not.toContain('token exchanges');
});

it.each<[string, (run: Measurements) => void, string]>([
  ['positions', ({ positions }) => slow(positions[0]), 'positions of 4 events'],
  ['1000 sockets', ({ fanOuts }) => slow(fanOuts[0]?.compared), 'one event to 1000 sockets'],
  ['5000 sockets', ({ fanOuts }) => slow(fanOuts[1]?.compared), 'one event to 5000 sockets'],
  [
    'memory',
    ({ fanOuts }) => void Object.assign(fanOuts[0]?.servers[1] ?? {}, { perSocket: 40_000 }),
    'resident memory per idle',
  ],
  ['deliveries', ({ deliveries }) => slow(deliveries[0]), 'deliveries'],
  [
    'many webhooks',
    ({ manyWebhooks }) => {
      for (const one of manyWebhooks) if (one.webhooks === 1000) one.cpu = 150;
    },
    'an event for ten webhooks',
  ],
])('a run that misses the bar of %s fails', (_what, spoil, title) => {
  const spoiled = run();
  spoil(spoiled);
  const failed = judgeRun(spoiled).gates.filter(({ passed }) => !passed);
  expect(failed.map((gate) => gate.title)).toEqual([expect.stringContaining(title)]);
});

it('a run fails if hanging endpoints slow down exchanges, and is in doubt if they did not time out meanwhile', () => {
  const slow = run();
  for (const one of slow.exchanges) if (one.webhooks === 'hanging') one.p99 = 12;
  expect(judgeRun(slow).gates.filter(({ passed }) => !passed)).toMatchObject([{ wanted: 'at most 1.15' }]);
  const quiet = run();
  for (const one of quiet.exchanges) one.timedOut = 79;
  expect(judgeRun(quiet).doubts).toEqual([expect.stringContaining('fewer than 80 attempts timed out')]);
});

it('the report contains everything that was measured', () => {
  const page = renderReport(run(), judgeRun(run()));
  expect(page).toMatch(/platform, 5000 sockets +20\.0 \(20-20\) +0 +20 +30\.0 +15\.0/);
  expect(page).toMatch(/bare undici +10 \(10-10\) +0 +20/);
  expect(page).toMatch(/ten endpoints hang +2000 +5\.00 +10\.00 +80/);
  expect(page).toMatch(/one change at a time +2\.0 +3\.0 +5\.0 +6\.0/);
});

it('options are parsed, and unknown ones refused', () => {
  expect(readOptions([])).toMatchObject({ rounds: 3, pairs: 60, sockets: [1000, 5000], gate: true });
  expect(readOptions(['--quick', '--no-gate'])).toMatchObject({ rounds: 1, sockets: [100, 200], gate: false });
  expect(() => readOptions(['--pairs', '0'])).toThrow('--pairs must be a whole number from 1 to 1000');
  expect(() => readOptions(['--fast'])).toThrow('--fast');
});

const name = 'bench_events_test';
let postgres: BenchPostgres;
let url: string;
beforeAll(async () => {
  postgres = await openBenchPostgres(inject('postgres'), '');
  const scale = { users: 40, roles: 60, organizations: 5 };
  url = await postgres.makeDatabase(name, async (address) => fill(address, scale, await makeSigningKeys(new Date())));
  await (await startServer(platformCommand(url, ''))).stop();
  await withClient(url, addCallers);
});
afterAll(() => postgres.dropDatabase(name));

it('sockets are measured next to a broadcast of the same bytes', async () => {
  const pace = { pairs: 2, warmChanges: 5, settleMs: 20, log: () => {} };
  const children = { watching: startWatching(), watchingReference: startWatching() };
  try {
    const { compared, servers } = await measureFanOut({ url, ...children, ...pace, nodeOptions: '' }, 60);
    expect(compared).toMatchObject({ title: fanOutTitle(60), sides: ['bare ws', 'platform'] });
    for (const { units } of compared.pairs.flat()) expect(units % 60).toBe(0);
    expect(compared.pairs).toHaveLength(2);
    expect(servers.map(({ title }) => title)).toEqual(['bare ws', 'platform']);
    for (const { lastMs } of servers) expect(Math.min(...lastMs)).toBeGreaterThan(0);
  } finally {
    for (const child of Object.values(children)) child.stop();
  }
});

it('positions are measured next to an earlier way, with a few events at a time and with many', async () => {
  const size = { starts: 1, pairs: 1, log: () => {} };
  const makeDatabase = (title: string) => postgres.makeDatabase(title, () => Promise.resolve());
  const compared = await comparePositions({ makeDatabase, dropDatabase: postgres.dropDatabase, users: 40, ...size });
  expect(compared.map(({ title }) => title)).toEqual([positionsTitle('few'), positionsTitle('many')]);
  for (const { cpu } of compared.flatMap(({ pairs }) => pairs.flat())) expect(cpu).toBeGreaterThan(0);
});

it('deliveries are measured next to a loop that posts the same body, and some signatures are verified', async () => {
  const receiving = await startReceiving();
  try {
    await withClient(url, async (client) => {
      const bench = { url, client, receiving, messages: 64, users: 40, nodeOptions: '' };
      const size = { starts: 1, pairs: 2, log: () => {} };
      const [compared] = await compareDeliveries({ ...bench, ...size });
      expect(compared).toMatchObject({ title: deliveriesTitle, sides: ['bare undici', 'platform'] });
      for (const [posts, platform] of compared?.pairs ?? []) {
        expect([posts.units, platform.units]).toEqual([64, 64]);
        expect(platform.databaseCpu).toBeGreaterThan(posts.databaseCpu);
      }
    });
  } finally {
    receiving.stop();
  }
});

it('measures events that ten webhooks receive, among a thousand webhooks and without the others', async () => {
  const receiving = await startReceiving();
  try {
    await withClient(url, async (client) => {
      const bench = { url, client, receiving, messages: 40, users: 40, nodeOptions: '' };
      const measured = await measureManyWebhooks(bench, { round: 1, settling: 100, others: 3, idle: 6 });
      expect(measured.map(({ webhooks }) => webhooks)).toEqual([10, 19]);
      for (const { cpu } of measured) expect(cpu).toBeGreaterThan(0);
    });
  } finally {
    receiving.stop();
  }
});

/** Doubles the cost of the platform. */
function slow(compared: Compared | undefined): void {
  for (const [, platform] of compared?.pairs ?? []) platform.cpu *= 2;
}

/** 20 pairs of a reference and the platform. */
const comparedOf = (title: string, reference: string): Compared => ({
  title,
  sides: [reference, 'platform'],
  pairs: Array.from({ length: 20 }, () => [sliceAt(10), sliceAt(20)]),
});

const sliceAt = (cpu: number) => ({ units: 800, cpu, databaseCpu: 0, foreign: 0 });

function run(): Measurements {
  const rounds = [1, 2, 3];
  return {
    positions: [
      {
        ...comparedOf(positionsTitle('few'), 'earlier'),
        pairs: Array.from({ length: 20 }, () => [sliceAt(45), sliceAt(20)] as const),
      },
    ],
    fanOuts: [1000, 5000].map((sockets) => ({
      sockets,
      compared: comparedOf(fanOutTitle(sockets), 'bare ws'),
      servers: [
        { title: 'bare ws', lastMs: [20], perSocket: 5000 },
        { title: 'platform', lastMs: [30], perSocket: 15_000 },
      ],
    })),
    deliveries: [comparedOf(deliveriesTitle, 'bare undici')],
    manyWebhooks: rounds.flatMap((round) => [
      { webhooks: 10, round, cpu: 100, databaseCpu: 50 },
      { webhooks: 1000, round, cpu: 102, databaseCpu: 51 },
    ]),
    exchanges: rounds.flatMap((round) => [
      { webhooks: 'silent' as const, round, perSecond: 2000, p50: 5, p99: 10, timedOut: 0 },
      { webhooks: 'hanging' as const, round, perSecond: 2000, p50: 5, p99: 10, timedOut: 80 },
    ]),
    latencies: [{ load: 'idle', toSubscriber: [1, 2, 3], toReceiver: [4, 5, 6], changesPerSecond: 0 }],
  };
}

import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { measureDeliveries, measurePosts } from '../../bench/events/deliveries.ts';
import { measureFanOut } from '../../bench/events/fan-out.ts';
import { addCallers } from '../../bench/events/fixture/callers.ts';
import { clientFrame, createFrameReader, opcodes } from '../../bench/events/load/frames.ts';
import { startReceiving } from '../../bench/events/load/receiving.ts';
import { startWatching } from '../../bench/events/load/watching.ts';
import { readOptions } from '../../bench/events/options.ts';
import { percentile, renderReport } from '../../bench/events/report.ts';
import type { Measurements } from '../../bench/events/run.ts';
import { platformCommand } from '../../bench/events/servers.ts';
import { measureManyWebhooks } from '../../bench/events/many-webhooks.ts';
import { judgeRun } from '../../bench/events/verdict.ts';
import { makeSigningKeys } from '../../bench/exchange/fixture/keys.ts';
import { fill } from '../../bench/exchange/fixture/seed.ts';
import { type BenchPostgres, openBenchPostgres, withClient } from '../../bench/shared/database.ts';
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
  expect(gates).toHaveLength(6);
  expect(doubts).toEqual([]);
});

it('benchmarks that were not requested have no requirements', () => {
  expect(readOptions(['--only', 'deliveries']).parts).toEqual(['deliveries']);
  expect(() => readOptions(['--only', 'everything'])).toThrow('--only takes one of');
  const part = { ...run(), fanOuts: [], manyWebhooks: [], exchanges: [], latencies: [] };
  const verdict = judgeRun(part);
  expect(verdict.gates.map(({ title }) => title)).toEqual(['deliveries per second, share of bare undici']);
  expect(renderReport(part, verdict)).not.toContain('token exchanges');
});

it.each<[string, (run: Measurements) => void, string]>([
  ['1000 sockets', ({ fanOuts }) => change(fanOuts, 'platform', { cpu: 23 }, 1000), 'one event to 1000 sockets'],
  ['5000 sockets', ({ fanOuts }) => change(fanOuts, 'platform', { cpu: 23 }, 5000), 'one event to 5000 sockets'],
  ['memory', ({ fanOuts }) => change(fanOuts, 'platform', { perSocket: 40_000 }), 'resident memory per idle socket'],
  ['deliveries', ({ deliveries }) => change(deliveries, 'platform', { perSecond: 4400 }), 'deliveries per second'],
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

it('a run is in doubt if its reference changed by more than half', () => {
  const moved = run();
  for (const one of moved.fanOuts) if (one.server === 'broadcast' && one.round === 1) one.cpu = 18;
  expect(judgeRun(moved).doubts).toEqual([
    expect.stringContaining('to 1000 sockets differs'),
    expect.stringContaining('to 5000 sockets differs'),
  ]);
  const uneven = run();
  for (const one of uneven.deliveries) if (one.server === 'posts' && one.round === 1) one.perSecond *= 2;
  expect(judgeRun(uneven).doubts).toEqual([expect.stringContaining('The bare loop of posts differs')]);
});

it('the report contains everything that was measured', () => {
  const page = renderReport(run(), judgeRun(run()));
  expect(page).toMatch(/platform, 5000 sockets +20\.0 +30\.0 +15\.0/);
  expect(page).toMatch(/bare undici +10000 +50 +0/);
  expect(page).toMatch(/ten endpoints hang +2000 +5\.00 +10\.00 +80/);
  expect(page).toMatch(/one change at a time +2\.0 +3\.0 +5\.0 +6\.0/);
});

it('percentiles are measured values', () => {
  expect(percentile([3, 1, 2, 4], 0.5)).toBe(2);
  expect(percentile([3, 1, 2, 4], 0.99)).toBe(4);
});

it('options are parsed, and unknown ones refused', () => {
  expect(readOptions([])).toMatchObject({ rounds: 3, seconds: 3, sockets: [1000, 5000], gate: true });
  expect(readOptions(['--quick', '--no-gate'])).toMatchObject({ rounds: 1, sockets: [100, 200], gate: false });
  expect(() => readOptions(['--seconds', '11'])).toThrow('--seconds must be a whole number from 1 to 10');
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
  const pace = { turns: 1, turnSeconds: 0.1, warmChanges: 5, settleMs: 20 };
  const children = { watching: startWatching(), watchingReference: startWatching() };
  try {
    const [platform, broadcast] = await measureFanOut({ url, ...children, ...pace, nodeOptions: '' }, 60, 1);
    expect(platform).toMatchObject({ server: 'platform', sockets: 60, round: 1 });
    expect(platform.events).toBeGreaterThan(0);
    expect(platform.lastMs).toBeGreaterThan(0);
    expect(broadcast).toMatchObject({ server: 'broadcast', sockets: 60, round: 1 });
    expect(broadcast.events).toBeGreaterThan(0);
  } finally {
    for (const child of Object.values(children)) child.stop();
  }
});

it('deliveries are measured next to a loop that posts the same body, and some signatures are verified', async () => {
  const receiving = await startReceiving();
  try {
    await withClient(url, async (client) => {
      const bench = { url, client, receiving, messages: 64, users: 40, nodeOptions: '' };
      const { message, ...platform } = await measureDeliveries(bench, 1);
      expect(JSON.parse(message)).toMatchObject({ type: 'User.Data.Updated' });
      expect(platform.perSecond).toBeGreaterThan(0);
      const posts = await measurePosts(bench, 1, message);
      expect(posts).toMatchObject({ server: 'posts', databaseCpu: 0 });
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

function change<T extends { server: string }>(all: T[], server: string, changed: Partial<T>, sockets?: number): void {
  for (const one of all) {
    if (one.server !== server) continue;
    if (sockets !== undefined && 'sockets' in one && one.sockets !== sockets) continue;
    Object.assign(one, changed);
  }
}

function run(): Measurements {
  const rounds = [1, 2, 3];
  return {
    fanOuts: rounds.flatMap((round) =>
      [1000, 5000].flatMap((sockets) => [
        { server: 'platform' as const, sockets, round, events: 10, cpu: 20, lastMs: 30, perSocket: 15_000 },
        { server: 'broadcast' as const, sockets, round, events: 10, cpu: 10, lastMs: 20, perSocket: 5000 },
      ]),
    ),
    deliveries: rounds.flatMap((round) => [
      { server: 'platform' as const, round, perSecond: 4500, cpu: 150, databaseCpu: 100 },
      { server: 'posts' as const, round, perSecond: 10_000, cpu: 50, databaseCpu: 0 },
    ]),
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

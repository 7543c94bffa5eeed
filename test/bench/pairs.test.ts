import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Comparison, comparePairs, measureSlice, type Slice } from '../../bench/shared/pairs.ts';
import { busySeconds, cpuSeconds, residentBytes } from '../../bench/shared/processor.ts';
import { intervalOf, median, percentile } from '../../bench/shared/statistics.ts';
import { judgePairs, wholeCost } from '../../bench/shared/verdict.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n + 1);

it('the median is the middle value, or the mean of the two', () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([])).toBeNaN();
});

it('percentiles are measured values', () => {
  expect(percentile([3, 1, 2, 4], 0.5)).toBe(2);
  expect(percentile([3, 1, 2, 4], 0.99)).toBe(4);
});

// The ranks are those of tables of the sign test.
it.each([
  [6, 1, 6],
  [10, 2, 9],
  [25, 8, 18],
  [50, 18, 33],
  [100, 40, 61],
])('the interval of the median of %i values has the ranks %i and %i', (count, low, high) => {
  const values = numbers(count).toSorted(() => Math.random() - 0.5);
  expect(intervalOf(values)).toEqual({ median: (count + 1) / 2, low, high });
});

it('five values are too few for an interval', () => {
  expect(intervalOf(numbers(5))).toEqual({ median: 3, low: Number.NaN, high: Number.NaN });
});

it('the interval contains the true median in 95 of 100 samples', () => {
  const hits = numbers(2000).filter(() => {
    const { low, high } = intervalOf(numbers(60).map(() => Math.random() ** 3));
    return low <= 0.125 && high >= 0.125;
  });
  expect(hits.length / 2000).toBeGreaterThan(0.93);
});

/** Starts a side whose slices cost `cost()`; what happens to it is noted in order. */
const startOf = (title: string, seen: string[], cost: () => number) => async () => {
  seen.push(`start ${title}`);
  return {
    title,
    warmUp: async () => void seen.push(`warm ${title}`),
    slice: async (): Promise<Slice> => {
      seen.push(title);
      return { units: 100, cpu: cost(), databaseCpu: 0, foreign: 0 };
    },
    stop: async () => void seen.push(`stop ${title}`),
  };
};

const quiet = { starts: 1, log: () => {} };

it('slices of a pair are neighbors, in random order; both servers are new and have the same history', async () => {
  const seen: string[] = [];
  const comparison = (one: string, other: string): Comparison => ({
    title: `${one} to ${other}`,
    start: [startOf(one, seen, () => 2), startOf(other, seen, () => 1)],
    prepare: async () => void seen.push('prepare'),
  });
  const size = { ...quiet, starts: 2, pairs: 50 };
  const compared = await comparePairs([comparison('a', 'b'), comparison('c', 'd')], size);
  expect(compared.map(({ title, sides, pairs }) => [title, sides, pairs.length])).toEqual([
    ['a to b', ['a', 'b'], 50],
    ['c to d', ['c', 'd'], 50],
  ]);
  for (const { pairs } of compared) for (const [one, other] of pairs) expect([one.cpu, other.cpu]).toEqual([2, 1]);
  const found =
    seen
      .filter((one) => one.length === 1)
      .join('')
      .match(/../g) ?? [];
  expect(new Set(found)).toEqual(new Set(['ab', 'ba', 'cd', 'dc']));
  // Each comparison is measured in both halves of the run.
  for (const from of [0, 50]) expect(new Set(found.slice(from, from + 50).join(''))).toEqual(new Set('abcd'));
  const begun = seen.slice(seen.indexOf('start a'), seen.indexOf('start a') + 7);
  expect(begun).toEqual(['start a', 'start b', 'warm a', 'warm b', 'warm a', 'warm b', 'warm a']);
  for (const name of 'abcd') {
    const times = (what: string) => seen.filter((one) => one === `${what} ${name}`).length;
    expect([times('start'), times('warm'), times('stop')]).toEqual([2, 32, 2]);
  }
  expect(seen.filter((one) => one === 'prepare')).toHaveLength(4);
});

it('both servers are stopped if one fails', async () => {
  const seen: string[] = [];
  const broken = () => {
    throw new Error('broken');
  };
  const start = [startOf('a', seen, () => 1), startOf('b', seen, broken)] as const;
  await expect(comparePairs([{ title: 'broken', start }], { ...quiet, pairs: 1 })).rejects.toThrow('broken');
  expect(seen.slice(-2)).toEqual(['stop b', 'stop a']);
});

it('a ratio is formed within a pair, so the speed of the machine cancels out', async () => {
  let speed = 1;
  const seen: string[] = [];
  const drifting = (factor: number) => () => (speed *= 1.01) * factor;
  const start = [startOf('a', seen, drifting(1.5)), startOf('b', seen, drifting(1))] as const;
  const compared = await comparePairs([{ title: 'drift', start }], { ...quiet, pairs: 100 });
  const { ratios, gates, doubts } = judgePairs(compared, { drift: { least: 1.4 } });
  expect(ratios[0]?.median).toBeCloseTo(1.5, 1);
  expect(gates).toMatchObject([{ title: 'drift', wanted: 'at least 1.4', passed: true }]);
  expect(doubts).toEqual([]);
});

/** Pairs with these ratios of processor times. */
const pairsOf = (ratios: readonly number[], more: Partial<Slice> = {}) => {
  const slice = (cpu: number): Slice => ({ units: 100, cpu, databaseCpu: 100, foreign: 0.1, ...more });
  return [
    {
      title: 'ratio',
      sides: ['a', 'b'] as const,
      pairs: ratios.map((ratio) => [slice(ratio * 100), slice(100)] as const),
    },
  ];
};

it('the cost may include the database', () => {
  const { ratios } = judgePairs(pairsOf(numbers(20).map(() => 3)), { ratio: { cost: wholeCost } });
  expect(ratios).toMatchObject([{ median: 2, pairs: 20 }]);
});

it('a bar within a wide interval leaves the run in doubt, and any other bar decides', () => {
  const wide = pairsOf(numbers(20).map((n) => 0.8 + n / 50));
  expect(judgePairs(wide, { ratio: { least: 1 } }).doubts).toEqual([expect.stringContaining('"ratio" is undecided')]);
  expect(judgePairs(wide, { ratio: { most: 1 } }).doubts).toHaveLength(1);
  for (const least of [0.7, 1.3]) expect(judgePairs(wide, { ratio: { least } }).doubts).toEqual([]);
  const narrow = pairsOf(numbers(20).map((n) => 0.99 + n / 1000));
  expect(judgePairs(narrow, { ratio: { least: 1 } }).doubts).toEqual([]);
  expect(judgePairs(pairsOf([1, 1, 1]), { ratio: { least: 2 } }).doubts).toHaveLength(1);
});

it('a run is in doubt if other work had most of the core', () => {
  const busy = pairsOf(
    numbers(20).map(() => 1),
    { foreign: 0.6 },
  );
  expect(judgePairs(busy, {}).doubts).toEqual([expect.stringContaining("Other work had 60 % of the server's core")]);
});

// A process whose threads and whose child work when they are asked to.
const program = `
  const { pbkdf2, pbkdf2Sync } = require('node:crypto');
  const { fork } = require('node:child_process');
  const child = process.argv[2] ? undefined : fork(__filename, ['child']);
  process.on('message', async (kind) => {
    if (kind === 'main') pbkdf2Sync('a', 'b', 200000, 64, 'sha512');
    if (kind === 'thread') await new Promise((done) => pbkdf2('a', 'b', 200000, 64, 'sha512', done));
    if (kind === 'child') {
      child.send('main');
      await require('node:events').once(child, 'message');
    }
    process.send(kind);
  });`;

it('processor time is that of all threads and children of a process, to less than a tick of 10 ms', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-processor-'));
  writeFileSync(`${folder}/program.cjs`, program);
  const child = fork(`${folder}/program.cjs`);
  const ask = async (kind: string) => {
    const answer = once(child, 'message');
    child.send(kind);
    await answer;
  };
  const pid = child.pid ?? 0;
  try {
    for (const kind of ['main', 'thread', 'child']) await ask(kind);
    const took: number[] = [];
    for (const kind of ['main', 'thread', 'child', 'nothing']) {
      const { cpu } = await measureSlice(pid, undefined, async () => (await ask(kind), 1));
      took.push(cpu / 1000);
    }
    const [main = 0, thread = 0, other = 0, nothing = 0] = took;
    // Milliseconds. 400,000 rounds of SHA-512 take more than 50 ms on any machine, and a message less than 10.
    for (const work of [main, thread, other]) expect(work).toBeGreaterThan(50);
    expect(nothing).toBeGreaterThan(0);
    expect(nothing).toBeLessThan(10);
    expect(residentBytes(pid)).toBeGreaterThan(10e6);
  } finally {
    child.kill();
    rmSync(folder, { recursive: true });
  }
  await once(child, 'exit');
  expect([cpuSeconds(pid), residentBytes(pid)]).toEqual([0, 0]);
});

it('the core of the server has been busy since the machine started', () => {
  expect(busySeconds()).toBeGreaterThan(0);
});

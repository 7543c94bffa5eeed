import { expect, it } from 'vitest';
import type { Measurement } from '../../bench/exchange/measure.ts';
import { readOptions } from '../../bench/exchange/options.ts';
import { renderReport } from '../../bench/exchange/report.ts';
import { allVariants, type VariantName } from '../../bench/exchange/variants.ts';
import { judgeRun } from '../../bench/exchange/verdict.ts';

const costs: Record<VariantName, number> = {
  bare: 15,
  ceiling: 140,
  shipped: 160,
  shippedSame: 100,
  off: 320,
  offSame: 300,
  small: 155,
};

it('a run that reaches every required ratio passes', () => {
  const { gates, doubts } = judgeRun(run());
  expect(gates.map(({ passed }) => passed)).toEqual([true, true, true, true, true]);
  expect(doubts).toEqual([]);
});

it.each([
  [{ shipped: 176, off: 500 }, 'all different, share of the ceiling'],
  [{ off: 255 }, 'all different, gain by the fast path'],
  [{ shippedSame: 101 }, 'same tokens, share of the ceiling'],
  [{ small: 138 }, 'many users to few, all different'],
])('a run with %j fails because of "%s"', (changed, title) => {
  const failed = judgeRun(run(changed)).gates.filter(({ passed }) => !passed);
  expect(failed.map((gate) => gate.title)).toEqual([title]);
});

it('a run in which the platform needs 200 MB fails', () => {
  const heavy = run().map((one) =>
    one.variant === 'shippedSame' && one.round === 2 ? { ...one, resident: 2e8 } : one,
  );
  const failed = judgeRun(heavy).gates.filter(({ passed }) => !passed);
  expect(failed.map(({ title }) => title)).toEqual(['resident memory']);
});

it('ratios are formed within a round, so a slow round does not count against the platform', () => {
  const slowSecondRound = run().map((one) => (one.round === 2 ? { ...one, cpu: one.cpu * 1.1 } : one));
  const [different] = judgeRun(slowSecondRound).ratios;
  expect(different).toMatchObject({ rounds: 3 });
  expect(different?.max).toBeCloseTo(different?.min ?? 0, 6);
});

it('a run is in doubt if its ceiling changed by more than 15 %, or its core was shared', () => {
  const moved = run().map((one) => (one.variant === 'ceiling' && one.round === 1 ? { ...one, cpu: 165 } : one));
  expect(judgeRun(moved).doubts).toEqual([expect.stringContaining('ceiling itself differs by 18 %')]);
  const shared = run().map((one) => (one.variant === 'off' ? { ...one, foreignShare: 0.2 } : one));
  expect(judgeRun(shared).doubts).toEqual([expect.stringContaining('in 3 of 21 measurements')]);
});

it('the report contains every variant, and the figures that the load generator limited', () => {
  const busy = run().map((one) => (one.variant === 'shippedSame' ? { ...one, otherCoresShare: 0.99 } : one));
  const page = renderReport(titles, busy, judgeRun(busy));
  for (const title of Object.values(titles)) expect(page).toContain(title);
  expect(page).toMatch(/platform, same tokens +100\.0 \(100-100\) .* >= 5000 +<= 1\.00 +<= 2\.00/);
  expect(page).toMatch(/platform, all different +160\.0 \(160-160\) .* 5000 +1\.00 +2\.00/);
});

it('options are parsed, and unknown ones refused', () => {
  expect(readOptions([])).toMatchObject({ users: 100_000, rounds: 5, seconds: 4, gate: true, json: undefined });
  expect(readOptions(['--quick', '--rounds', '1', '--no-gate'])).toMatchObject({ users: 5000, rounds: 1, gate: false });
  expect(() => readOptions(['--seconds', '7'])).toThrow('--seconds must be a whole number from 1 to 6');
  expect(() => readOptions(['--users', 'many'])).toThrow('--users');
  expect(() => readOptions(['--fast'])).toThrow('--fast');
});

const titles = Object.fromEntries(
  allVariants({ large: '', small: '' }).map(({ name, title }) => [name, title]),
) as Record<VariantName, string>;

function run(changed: Partial<typeof costs> = {}): Measurement[] {
  const cpus = Object.entries({ ...costs, ...changed }) as [VariantName, number][];
  return [1, 2, 3].flatMap((round) => cpus.map(([variant, cpu]) => ({ ...plain, variant, round, cpu })));
}

const plain = {
  completed: 20_000,
  databaseCpu: 100,
  requestsPerSecond: 5000,
  p50Ms: 1,
  p99Ms: 2,
  resident: 150e6,
  residentPeak: 180e6,
  startSeconds: 1,
  foreignShare: 0.01,
  otherCoresShare: 0.5,
  wrapped: false,
};

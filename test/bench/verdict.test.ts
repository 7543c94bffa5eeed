import { expect, it } from 'vitest';
import { readOptions } from '../../bench/exchange/options.ts';
import { renderReport } from '../../bench/exchange/report.ts';
import type { Measured } from '../../bench/exchange/measured.ts';
import { allVariants, type VariantName } from '../../bench/exchange/variants.ts';
import { comparisons, judgeRun } from '../../bench/exchange/verdict.ts';
import type { Slice } from '../../bench/shared/pairs.ts';

const costs: Record<VariantName, number> = {
  bare: 15,
  ceiling: 140,
  shipped: 160,
  shippedSame: 100,
  off: 320,
  ledgerOff: 150,
  ledgerOffSame: 95,
  durable: 200,
  unruled: 170,
  ruled: 180,
  small: 155,
  against: 158,
  againstSame: 99,
};

it('a run that reaches every required ratio passes', () => {
  const { gates, doubts, ratios } = judgeRun(run());
  expect(gates.map(({ passed }) => passed)).toEqual(Array.from({ length: 11 }, () => true));
  expect(ratios).toHaveLength(11);
  expect(doubts).toEqual([]);
});

it.each([
  [{ against: 151 }, 'all different, share of the compared commit'],
  [{ againstSame: 94 }, 'same tokens, share of the compared commit'],
  [{ ceiling: 111, shippedSame: 90 }, 'all different, share of the ceiling'],
  [{ shippedSame: 117, againstSame: 117, ledgerOffSame: 117 }, 'same tokens, share of the ceiling'],
  [{ off: 255 }, 'all different, gain by the fast path'],
  [{ ledgerOff: 143 }, 'all different, share of the ledger off'],
  [{ ledgerOffSame: 89 }, 'same tokens, share of the ledger off'],
  [{ durable: 215 }, 'all different, durable, share of the ledger off'],
  [{ ruled: 185 }, 'every rule, share of no rules'],
  [{ small: 138 }, 'many users to few, all different'],
])('a run with %j fails because of "%s"', (changed, title) => {
  const failed = judgeRun(run(changed)).gates.filter(({ passed }) => !passed);
  expect(failed.map((gate) => gate.title)).toEqual([title]);
});

it('a run in which the platform needs 240 MB fails', () => {
  const { compared, servers } = run();
  const heavy = servers.map((one) => (one.name === 'shippedSame' ? { ...one, resident: 2.4e8 } : one));
  const failed = judgeRun({ compared, servers: heavy }).gates.filter(({ passed }) => !passed);
  expect(failed.map(({ title }) => title)).toEqual(['resident memory']);
});

it('a run without a commit to compare with has no requirement for it', () => {
  const { compared, servers } = run();
  const alone = { compared: compared.filter(({ title }) => !title.includes('compared commit')), servers };
  expect(judgeRun(alone).gates).toHaveLength(9);
});

it('the report contains every server', () => {
  const page = renderReport(run(), judgeRun(run()));
  for (const { title } of allVariants({ large, small: large, ruled: large, against: large }))
    expect(page).toContain(title);
  expect(page).toMatch(/platform, same tokens +100\.0 \(100-100\) +100 +60 +150/);
  expect(page).toMatch(/all different, share of the ceiling +0\.88 \(0\.88-0\.88\) +at least 0\.7 +pass/);
});

it('options are parsed, and unknown ones refused', () => {
  expect(readOptions([])).toMatchObject({
    users: 100_000,
    starts: 4,
    pairs: 100,
    gate: true,
    json: undefined,
    against: undefined,
  });
  expect(readOptions(['--quick', '--pairs', '9', '--no-gate'])).toMatchObject({ users: 5000, pairs: 9, gate: false });
  expect(readOptions(['--against', 'v0.2.0'])).toMatchObject({ against: 'v0.2.0' });
  expect(() => readOptions(['--pairs', '1001'])).toThrow('--pairs must be a whole number from 1 to 1000');
  expect(() => readOptions(['--users', 'many'])).toThrow('--users');
  expect(() => readOptions(['--seconds', '2'])).toThrow('--seconds');
});

const large = { root: '.', url: '' };

function run(changed: Partial<typeof costs> = {}): Measured {
  const cpus = { ...costs, ...changed };
  const variants = allVariants({ large, small: large, ruled: large, against: large });
  const slice = (name: VariantName): Slice => ({ units: 500, cpu: cpus[name], databaseCpu: 100, foreign: 0.01 });
  const titleOf = (name: VariantName): string => variants.find((one) => one.name === name)?.title ?? '';
  return {
    compared: Object.entries(comparisons).map(
      ([
        title,
        {
          sides: [one, other],
        },
      ]) => ({
        title,
        sides: [titleOf(one), titleOf(other)],
        pairs: Array.from({ length: 20 }, () => [slice(one), slice(other)] as const),
      }),
    ),
    servers: variants.map(({ name, title }) => ({ name, title, resident: 150e6 })),
  };
}

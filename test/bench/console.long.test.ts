import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { readOptions } from '../../bench/console/options.ts';
import { runPlan } from '../../bench/console/run.ts';
import { type Figure, judge, report, type Sample } from '../../bench/console/verdict.ts';
import { type BenchPostgres, openBenchPostgres } from '../../bench/shared/database.ts';

const figures: Partial<Record<Figure, number>> = {
  'rows on screen, cold': 500,
  'rows on screen, cold, Fast 4G, CPU / 2': 1300,
  'rows on screen, cold, Slow 4G, CPU / 4': 3000,
  'frame on screen, cold, Slow 4G, CPU / 4': 700,
  'silent sign-in': 90,
  'another page': 120,
  'a change elsewhere is on screen': 140,
  'long tasks while 1,000 events arrive': 100,
  'slowest interaction': 60,
  'page of 50 users, p95': 9,
};

/** A run of three rounds on a machine that is `slowness` times slower, with some figures replaced. */
function run(replaced: Partial<Record<Figure, number>> = {}, slowness = 1): Sample[] {
  const bare = { local: 100, 'Fast 4G, CPU / 2': 400, 'Slow 4G, CPU / 4': 1000 } as const;
  const conditionOf = (figure: string): Sample['condition'] =>
    (Object.keys(bare) as (keyof typeof bare)[]).find((name) => figure.endsWith(name)) ?? 'local';
  const { memory = 9e6, ...times } = { ...figures, ...replaced };
  return [
    ...[1, 2, 3].flatMap((round) => [
      ...Object.entries(bare).map(([condition, value]) => ({
        figure: 'bare page' as const,
        round,
        value: value * slowness,
        condition: condition as Sample['condition'],
      })),
      ...Object.entries(times).map(([figure, value]) => ({
        figure: figure as Figure,
        round,
        value: value * slowness,
        condition: conditionOf(figure),
      })),
    ]),
    { figure: 'memory', round: 3, value: memory, condition: 'local' },
  ];
}

const failed = (samples: Sample[]) => judge(samples).gates.filter(({ passed }) => !passed);

it('a run within every budget passes, and so does one on a machine that is three times slower', () => {
  expect(judge(run()).gates).toHaveLength(11);
  expect(failed(run())).toEqual([]);
  expect(failed(run({}, 3))).toEqual([]);
  expect(judge(run({}, 3)).doubts).toEqual([]);
});

it.each([...(Object.keys(figures) as Figure[]), 'memory' as const])(
  'a run that misses the budget of %s fails',
  (figure) => {
    const tooMuch = figure === 'memory' ? 21e6 : (figures[figure] ?? 0) * 10;
    const title = figure === 'memory' ? 'memory of a tab after 10,000 events' : figure;
    expect(failed(run({ [figure]: tooMuch })).map((gate) => gate.title)).toEqual([title]);
    expect(failed(run().filter((sample) => sample.figure !== figure)).map((gate) => gate.title)).toEqual([title]);
  },
);

it('a run is in doubt if its bare page changed by more than half', () => {
  const samples = run();
  const [first] = samples;
  if (first) first.value = 170;
  expect(judge(samples).doubts).toEqual([expect.stringContaining('The bare page differs')]);
});

it('the report contains the bare pages and every budget', () => {
  const text = report(run(), judge(run()));
  expect(text).toMatch(/Slow 4G, CPU \/ 4 +1000 +1000 +1000/);
  expect(text).toMatch(/silent sign-in +90 ms \(90-90\), 0.90 times +at most 150 ms, or \S+ times +pass/);
  expect(text).toMatch(/memory of a tab after 10,000 events +9.0 MB more/);
});

it('options are parsed, and unknown ones refused', () => {
  expect(readOptions([])).toMatchObject({ scale: { users: 1_000_000 }, rounds: 5, manyEvents: 10_000, gate: true });
  expect(readOptions(['--quick', '--no-gate'])).toMatchObject({ scale: { users: 20_000 }, rounds: 1, gate: false });
  expect(() => readOptions(['--users', '3'])).toThrow('--users must be a whole number from 1000 to 6000000');
  expect(() => readOptions(['--seconds', '3'])).toThrow('--seconds');
});

let postgres: BenchPostgres;
beforeAll(async () => {
  postgres = await openBenchPostgres(inject('postgres'), '');
});
afterAll(() => postgres.stop());

// Milliseconds: it starts a browser and the platform several times, which takes a minute on a busy machine.
const timeout = 240_000;
it('every figure is measured on the real platform in a real browser', { timeout }, async () => {
  const plan = { scale: { users: 6000 }, rounds: 1, conditions: ['local' as const], manyEvents: 400 };
  const samples = await runPlan(postgres, { ...plan, nodeOptions: '', log: () => {} });
  const slower = (figure: Figure): boolean => figure.includes('4G');
  expect(new Set(samples.map(({ figure }) => figure))).toEqual(
    new Set<string>(['bare page', 'memory', ...(Object.keys(figures) as Figure[]).filter((one) => !slower(one))]),
  );
  // Long tasks and growth of memory may be nothing.
  for (const { figure, value } of samples) {
    if (figure === 'memory') expect(Number.isFinite(value)).toBe(true);
    else expect(value).toBeGreaterThanOrEqual(figure.startsWith('long tasks') ? 0 : 1);
  }
});

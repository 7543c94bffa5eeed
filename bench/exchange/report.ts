import type { Measurement } from './measure.ts';
import { isSaturated, table, verdictLines } from '../shared/tables.ts';
import { median, type Verdict } from '../shared/verdict.ts';
import { byVariant } from './verdict.ts';
import type { VariantName } from './variants.ts';

/** The report: the cost of each variant, ratios, requirements. */
export function renderReport(
  titles: Record<VariantName, string>,
  measurements: readonly Measurement[],
  verdict: Verdict,
): string {
  const rows = byVariant(measurements).map(([name, some]) => row(titles[name], some));
  const saturated = measurements.some(isSaturated);
  return [
    table(
      ['', 'CPU us/request', 'PostgreSQL us', 'requests/s', 'p50 ms', 'p99 ms', 'resident MB', 'peak MB', 'start s'],
      rows,
    ),
    'Medians over the rounds; in parentheses the least and the most. CPU: of the server process, all its threads.',
    ...(saturated
      ? ['>= and <=: PostgreSQL and the generator had no core left; the server could have done more.']
      : []),
    '',
    ...verdictLines(verdict),
    '',
  ].join('\n');
}

function row(title: string, some: readonly Measurement[]): string[] {
  const middle = (value: (one: Measurement) => number) => median(some.map(value));
  const cpus = some.map(({ cpu }) => cpu);
  const limited = some.filter(isSaturated).length * 2 > some.length;
  const megabytes = (value: (one: Measurement) => number) => (middle(value) / 1e6).toFixed(0);
  return [
    title,
    `${median(cpus).toFixed(1)} (${Math.min(...cpus).toFixed(0)}-${Math.max(...cpus).toFixed(0)})`,
    middle((one) => one.databaseCpu).toFixed(0),
    `${limited ? '>= ' : ''}${middle((one) => one.requestsPerSecond).toFixed(0)}`,
    `${limited ? '<= ' : ''}${middle((one) => one.p50Ms).toFixed(2)}`,
    `${limited ? '<= ' : ''}${middle((one) => one.p99Ms).toFixed(2)}`,
    megabytes((one) => one.resident),
    megabytes((one) => one.residentPeak),
    middle((one) => one.startSeconds).toFixed(2),
  ];
}

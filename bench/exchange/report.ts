import type { Measurement } from './measure.ts';
import { byVariant, type Gate, median, type Ratio, shown, type Verdict } from './verdict.ts';
import type { VariantName } from './variants.ts';

/** Above this share of a core the load side was the limit: the server could have done more. */
const saturation = 0.95;

/** The run as a page of text: what each variant cost, the ratios, what was required. */
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
    table(['ratio of CPU times, within a round', 'median (range)', 'rounds'], verdict.ratios.map(ratioRow)),
    '',
    table(['required', 'measured', 'wanted', ''], verdict.gates.map(gateRow)),
    ...verdict.doubts.map((doubt) => `DOUBT  ${doubt}`),
    '',
  ].join('\n');
}

function isSaturated({ otherCoresShare }: Measurement): boolean {
  return otherCoresShare > saturation;
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

const ratioRow = (ratio: Ratio): string[] => [ratio.title, shown(ratio), String(ratio.rounds)];

const gateRow = ({ title, measured, wanted, passed }: Gate): string[] => [
  title,
  measured,
  wanted,
  passed ? 'pass' : 'FAIL',
];

/** Columns as wide as their widest cell: the first to the left, the others to the right. */
function table(head: string[], rows: string[][]): string {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((cells) => cells[column]?.length ?? 0)));
  const line = (cells: string[]) =>
    cells
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ');
  return [line(head), widths.map((width) => '-'.repeat(width)).join('  '), ...rows.map(line)].join('\n');
}

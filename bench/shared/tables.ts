import { type Gate, median, type Ratio, shown, type Verdict } from './verdict.ts';

/** Above this share of a core the load generator was the limit. */
const saturation = 0.95;
const isSaturated = ({ otherCoresShare }: { otherCoresShare: number }): boolean => otherCoresShare > saturation;

/** The cost of requests to one server in one round. */
interface Cost {
  cpu: number;
  databaseCpu: number;
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  otherCoresShare: number;
}

export const costHead = ['CPU us', 'PostgreSQL us', 'per second', 'p50 ms', 'p99 ms'];

/** The cells of rounds below `costHead`; times of less than a millisecond need more digits. */
export function costCells(some: readonly Cost[], digits: { cpu: number; ms: number }): string[] {
  const middle = (value: (one: Cost) => number) => median(some.map(value));
  const cpus = some.map(({ cpu }) => cpu);
  const limited = some.filter(isSaturated).length * 2 > some.length;
  return [
    `${median(cpus).toFixed(digits.cpu)} (${Math.min(...cpus).toFixed(0)}-${Math.max(...cpus).toFixed(0)})`,
    middle((one) => one.databaseCpu).toFixed(0),
    `${limited ? '>= ' : ''}${middle((one) => one.requestsPerSecond).toFixed(0)}`,
    `${limited ? '<= ' : ''}${middle((one) => one.p50Ms).toFixed(digits.ms)}`,
    `${limited ? '<= ' : ''}${middle((one) => one.p99Ms).toFixed(digits.ms)}`,
  ];
}

/** What the cells mean. */
export const costNotes = (measurements: readonly Cost[]): string[] => [
  'Medians over the rounds; in parentheses the least and the most. CPU: of the server process, all its threads.',
  ...(measurements.some(isSaturated)
    ? ['>= and <=: PostgreSQL and the generator had no core left; the server could have done more.']
    : []),
];

/** Ratios, requirements and doubts as lines of text. */
export const verdictLines = ({ ratios, gates, doubts }: Verdict): string[] => [
  ...(ratios.length === 0
    ? []
    : [table(['ratio of CPU times, within a round', 'median (range)', 'rounds'], ratios.map(ratioRow)), '']),
  table(['required', 'measured', 'wanted', ''], gates.map(gateRow)),
  ...doubts.map((doubt) => `DOUBT  ${doubt}`),
];

const ratioRow = (ratio: Ratio): string[] => [ratio.title, shown(ratio), String(ratio.rounds)];

const gateRow = ({ title, measured, wanted, passed }: Gate): string[] => [
  title,
  measured,
  wanted,
  passed ? 'pass' : 'FAIL',
];

/** Columns as wide as their widest cell: the first left-aligned, the others right-aligned. */
export function table(head: string[], rows: string[][]): string {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((cells) => cells[column]?.length ?? 0)));
  const line = (cells: string[]) =>
    cells
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ');
  return [line(head), widths.map((width) => '-'.repeat(width)).join('  '), ...rows.map(line)].join('\n');
}

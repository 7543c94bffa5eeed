import type { Compared } from './pairs.ts';
import { median } from './statistics.ts';
import { type Gate, type PairedRatio, shown, type Verdict } from './verdict.ts';

export const costHead = ['CPU us', 'PostgreSQL us', 'slices'];

/** The cells of a side below `costHead`, over the slices of all of its comparisons. */
export function costCells(compared: readonly Compared[], title: string, digits: number): string[] {
  const slices = compared.flatMap(({ sides, pairs }) =>
    pairs.flatMap((pair) => pair.filter((_, n) => sides[n] === title)),
  );
  const cpus = slices.map(({ cpu }) => cpu);
  return [
    `${median(cpus).toFixed(digits)} (${Math.min(...cpus).toFixed(0)}-${Math.max(...cpus).toFixed(0)})`,
    median(slices.map(({ databaseCpu }) => databaseCpu)).toFixed(0),
    String(slices.length),
  ];
}

/** The meaning of the cells. */
export const costNotes = [
  'Medians over the slices; in parentheses the least and the most. CPU: of the server process, all its threads.',
];

/** Ratios, requirements and doubts as lines of text. */
export const verdictLines = ({ ratios, gates, doubts }: Verdict): string[] => [
  ...(ratios.length === 0
    ? []
    : [table(['ratio of CPU times, within a pair', 'median (interval)', 'pairs'], ratios.map(ratioRow)), '']),
  table(['required', 'measured', 'wanted', ''], gates.map(gateRow)),
  ...doubts.map((doubt) => `DOUBT  ${doubt}`),
];

const ratioRow = (ratio: PairedRatio): string[] => [ratio.title, shown(ratio), String(ratio.pairs)];

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

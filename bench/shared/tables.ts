import { type Gate, type Ratio, shown, type Verdict } from './verdict.ts';

/** Above this share of a core the load generator was the limit. */
const saturation = 0.95;
export const isSaturated = ({ otherCoresShare }: { otherCoresShare: number }): boolean => otherCoresShare > saturation;

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

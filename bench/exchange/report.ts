import type { Measurement } from './measure.ts';
import { costCells, costHead, costNotes, table, verdictLines } from '../shared/tables.ts';
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
  return [
    table(['', ...costHead, 'resident MB', 'peak MB', 'start s'], rows),
    ...costNotes(measurements),
    '',
    ...verdictLines(verdict),
    '',
  ].join('\n');
}

function row(title: string, some: readonly Measurement[]): string[] {
  const middle = (value: (one: Measurement) => number) => median(some.map(value));
  const megabytes = (value: (one: Measurement) => number) => (middle(value) / 1e6).toFixed(0);
  return [
    title,
    ...costCells(some, { cpu: 1, ms: 2 }),
    megabytes((one) => one.resident),
    megabytes((one) => one.residentPeak),
    middle((one) => one.startSeconds).toFixed(2),
  ];
}

import { costCells, costHead, costNotes, table, verdictLines } from '../shared/tables.ts';
import type { Verdict } from '../shared/verdict.ts';
import type { Measured } from './measured.ts';

/** The report: the cost of each server, ratios, requirements. */
export function renderReport({ compared, servers }: Measured, verdict: Verdict): string {
  const rows = servers.map(({ title, resident }) => [
    title,
    ...costCells(compared, title, 1),
    (resident / 1e6).toFixed(0),
  ]);
  return [table(['', ...costHead, 'resident MB'], rows), ...costNotes, '', ...verdictLines(verdict), ''].join('\n');
}

import { costCells, costHead, costNotes, table, verdictLines } from '../shared/tables.ts';
import type { Verdict } from '../shared/verdict.ts';
import type { Measured } from './measured.ts';

/** The report: the cost of each load on each server, ratios, requirements. */
export function renderReport({ compared }: Measured, verdict: Verdict): string {
  const titles = [...new Set(compared.flatMap(({ sides }) => sides))].sort();
  return [
    table(
      ['', ...costHead],
      titles.map((title) => [title, ...costCells(compared, title, 0)]),
    ),
    'Per conversation: four writes (create, update, suspend, delete: four requests), one page of 100 users, one search.',
    ...costNotes,
    '',
    ...verdictLines(verdict),
    '',
  ].join('\n');
}

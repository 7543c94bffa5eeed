import { boundOf, countBound, type Total } from '../../reads/page.ts';
import { builder } from './builder.ts';

/** A connection whose records are counted up to a bound, when a field selects it. */
export interface Counted {
  total(bound: number): Total | Promise<Total>;
}

/** The fields with the total: a page of which nothing else is selected is not read. */
const fields = ['totalCount', 'totalCountIsExact', '__typename'];
export const isOfTotal = (field: string): boolean => fields.includes(field);

/** Counts once for each bound, however many fields select it. */
export function countedOnce(count: (bound: number) => Promise<Total>): Counted['total'] {
  const totals = new Map<number, Promise<Total>>();
  return (bound) => totals.getOrInsertComputed(bound, count);
}

const description = `Stops counting here, 1 to ${countBound.max}: the larger, the longer it takes.`;

// On every connection: Pothos has one place for the fields that all of them have.
builder.globalConnectionFields((t) => {
  const args = { upTo: t.arg.int({ description, defaultValue: countBound.default }) };
  const totalOf = (connection: unknown, { upTo }: { upTo?: number | null | undefined }) =>
    (connection as Counted).total(boundOf(upTo, 'upTo'));
  return {
    totalCount: t.int({
      description: 'Number of records on all pages, at most `upTo`.',
      args,
      resolve: async (connection, args) => (await totalOf(connection, args)).totalCount,
    }),
    totalCountIsExact: t.boolean({
      description: 'Whether there are no more records than `totalCount`, with the same `upTo`.',
      args,
      resolve: async (connection, args) => (await totalOf(connection, args)).totalCountIsExact,
    }),
  };
});

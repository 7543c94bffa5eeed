import type { LostRows } from '../../store/exchanges/gaps.ts';
import type { NewExchange } from './exchange-row.ts';

/** Rows that wait in memory, in order. Beyond a bound the oldest are lost. */
export interface RowBuffer {
  add(exchange: NewExchange): void;
  /** Removes the oldest rows. */
  take(count: number): NewExchange[];
  /** Returns rows that were not written to their place. */
  putBack(rows: readonly NewExchange[]): void;
  /** Gives rows up. */
  lose(rows: readonly NewExchange[]): void;
  size(): number;
  /** Time of the oldest row, in milliseconds since the epoch; undefined if none waits. */
  oldest(): number | undefined;
  /** When rows were lost, and how many; undefined if none were since it was recorded. */
  gap(): LostRows | undefined;
  /** Notes that a gap is recorded. */
  recorded(gap: LostRows): void;
}

/** Rows of a statement. */
export const batchSize = 200;
/** Rows that wait at most, and the characters of their scopes and resource indicators: 20 MB together. */
const [maxWaiting, maxCharacters] = [20_000, 5_000_000];

export function createRowBuffer(onLost: (count: number) => void): RowBuffer {
  let rows: NewExchange[] = [];
  let characters = 0;
  let gap: LostRows | undefined;
  const lose = (gone: readonly NewExchange[]): void => {
    // Rows of a statement that has failed are older than those that were lost meanwhile.
    const times = gone.map(({ row }) => row.at);
    if (gap) times.push(gap.from.getTime(), gap.until.getTime());
    gap = {
      from: new Date(Math.min(...times)),
      until: new Date(Math.max(...times)),
      atMost: (gap?.atMost ?? 0) + gone.length,
    };
    onLost(gone.length);
  };
  const take = (count: number): NewExchange[] => {
    const taken = rows.splice(0, count);
    for (const row of taken) characters -= lengthOf(row);
    return taken;
  };
  const isTooLong = (): boolean => characters > maxCharacters && rows.length > 1;
  const trim = (): void => {
    if (rows.length > maxWaiting) lose(take(rows.length - maxWaiting));
    while (isTooLong()) lose(take(1));
  };
  return {
    add(exchange) {
      rows.push(exchange);
      characters += lengthOf(exchange);
      trim();
    },
    take,
    putBack(before) {
      rows = [...before, ...rows];
      for (const row of before) characters += lengthOf(row);
      trim();
    },
    lose,
    size: () => rows.length,
    oldest: () => rows[0]?.row.at,
    gap: () => gap,
    recorded(one) {
      if (gap === one) gap = undefined;
    },
  };
}

/** Characters of what is not bounded by the length of an id. */
const lengthOf = ({ row: { granted, dropped, carried }, resource }: NewExchange): number =>
  (granted?.length ?? 0) + (dropped?.length ?? 0) + (carried?.length ?? 0) + (resource?.length ?? 0);

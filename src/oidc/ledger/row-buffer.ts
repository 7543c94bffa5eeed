import { type ExchangeGap, maxWaiting } from '../../store/exchanges/gaps.ts';
import type { NewExchange } from './exchange-row.ts';

/** Rows that wait in memory, in order. Beyond a bound the oldest are lost. */
export interface RowBuffer {
  add(exchange: NewExchange): void;
  /** Removes the oldest rows, as many as a statement has. */
  take(): NewExchange[];
  /** Returns rows that were not written to their place. */
  putBack(rows: readonly NewExchange[]): void;
  /** Gives rows up. */
  lose(rows: readonly NewExchange[]): void;
  size(): number;
  /** Time of the oldest row, in milliseconds since the epoch; undefined if none waits. */
  oldest(): number | undefined;
  /** When rows were lost, and how many; undefined if none were since it was recorded. */
  gap(): ExchangeGap | undefined;
  /** Notes that a gap is recorded. */
  recorded(gap: ExchangeGap): void;
}

/** Rows of a statement. */
export const batchSize = 200;
/** Rows that wait before resource indicators of clients, which can be long, are no longer kept with them. */
const withIndicators = 1000;

export function createRowBuffer(onLost: (count: number) => void): RowBuffer {
  let rows: NewExchange[] = [];
  let gap: ExchangeGap | undefined;
  const lose = (gone: readonly NewExchange[]): void => {
    const [first, last] = [gone[0], gone.at(-1)];
    if (!first || !last) return;
    const [from, atMost] = [gap?.from ?? new Date(first.row.at), (gap?.atMost ?? 0) + gone.length];
    gap = { from, until: new Date(last.row.at), atMost };
    onLost(gone.length);
  };
  const trim = (): void => lose(rows.splice(0, Math.max(rows.length - maxWaiting, 0)));
  return {
    add(exchange) {
      const isLong = exchange.resource !== undefined && rows.length >= withIndicators;
      rows.push(isLong ? { ...exchange, resource: undefined } : exchange);
      trim();
    },
    take: () => rows.splice(0, batchSize),
    putBack(before) {
      rows = [...before, ...rows];
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

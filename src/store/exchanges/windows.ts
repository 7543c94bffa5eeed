import { day } from '../../domain/durations.ts';
import type { Prisma, Transaction } from '../../platform/database/database.ts';
import { timeOfUuid } from '../../platform/ids/ids.ts';
import { partitionedDays } from './partitions.ts';

/** A range of times. */
export interface Window {
  from: Date;
  /** Not included. */
  until: Date;
}

/**
 * Days that a statement reads at most. PostgreSQL locks each with its seven indexes: with 90 days in each statement,
 * nine readers at a time would use up the locks that it has by default.
 */
export const daysAtOnce = 15;

/**
 * The times that must be read to find rows of a range, the newest first, in parts for a statement each. Their bounds
 * must be parameters of the statement, not values of other tables: only then no other partition is locked.
 */
export async function windowsOf(
  reader: Prisma | Transaction,
  { from: since, until }: Partial<Window>,
): Promise<Window[]> {
  const days = (await partitionedDays(reader)).filter(
    (start) => (!until || start < until) && (!since || start.getTime() + day > since.getTime()),
  );
  const windows: Window[] = [];
  for (let first = 0; first < days.length; first += daysAtOnce) {
    const [newest, ...others] = days.slice(first, first + daysAtOnce);
    if (!newest) break;
    const [from, to] = [others.at(-1) ?? newest, new Date(newest.getTime() + day)];
    windows.push({ from: since && since > from ? since : from, until: until && until < to ? until : to });
  }
  return windows;
}

/** Groups UUIDv7s whose times a statement can read together, if for each it reads up to two days more. */
export function groupedByTime(ids: readonly string[]): string[][] {
  const groups: string[][] = [];
  for (const id of ids.toSorted()) {
    const group = groups.at(-1);
    const [first = id] = group ?? [];
    if (group && timeOfUuid(id).getTime() - timeOfUuid(first).getTime() < (daysAtOnce - 3) * day) group.push(id);
    else groups.push([id]);
  }
  return groups;
}

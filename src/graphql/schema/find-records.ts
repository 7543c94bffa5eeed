import type { Context } from '../context/context.ts';
import type { LookUpKind } from './nodes.ts';

/** The part of a Prisma model that finds records by id. Concurrent look-ups of single records are one statement. */
interface Finder {
  findUnique(query: object): Promise<never>;
  findMany(query: object): Promise<object[]>;
}

const finderOf = (prisma: Context['prisma'], kind: LookUpKind): Finder => prisma[kind] as unknown as Finder;

/** The record of a kind that matches a query; null if there is none. */
export const findRecord = (prisma: Context['prisma'], kind: LookUpKind, query: object): Promise<never> =>
  finderOf(prisma, kind).findUnique(query);

/** All records of a kind that match a query. */
export const findRecords = (prisma: Context['prisma'], kind: LookUpKind, query: object): Promise<object[]> =>
  finderOf(prisma, kind).findMany(query);

/** The row that a mutation has returned if it has the columns that a query selects, and the query selects no more. */
export const rowFor = <Row extends object>({ select }: { select?: object }, row: Row | undefined): Row | undefined =>
  row && select && Object.entries(select).every(([column, is]) => is === true && Object.hasOwn(row, column))
    ? row
    : undefined;

import type { Context } from '../request/context.ts';
import { kindOfType, type NodeKind } from '../../vocabulary/kinds.ts';
import type { NodeType } from './nodes.ts';

/** The part of a Prisma model that finds records by id. Concurrent look-ups of single records are one statement. */
interface Finder {
  findUnique(query: object): Promise<never>;
  findMany(query: object): Promise<{ id: string }[]>;
}

const finderOf = (prisma: Context['prisma'], type: NodeType): Finder =>
  prisma[kindOfType<NodeKind>(type)] as unknown as Finder;

/** The record of a type that matches a query; null if there is none. */
export const findRecord = (prisma: Context['prisma'], type: NodeType, query: object): Promise<never> =>
  finderOf(prisma, type).findUnique(query);

/** All records of a type that match a query. */
export const findRecords = (prisma: Context['prisma'], type: NodeType, query: object): Promise<{ id: string }[]> =>
  finderOf(prisma, type).findMany(query);

import type { Actor } from '../kernel/actor.ts';
import type { Prisma, Transaction } from '../platform/database/database.ts';

/** Who reads a record and when, and the database client: in a dry run, its transaction. */
export interface Viewer {
  actor: Actor;
  now: Date;
  prisma: Prisma | Transaction;
}

import type { Actor } from '../../kernel/actor.ts';
import type { Prisma, Transaction } from '../../platform/database/database.ts';

/** The reader of a record, the time, and the database client: in a dry run, its transaction. */
export interface Viewer {
  actor: Actor;
  now: Date;
  prisma: Prisma | Transaction;
}

import type { Actor } from '../kernel/actor.ts';
import type { Execute } from '../kernel/execute.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Prisma } from '../platform/database.ts';

/** What every resolver of one GraphQL operation works with. */
export interface Context {
  /** The typed client: that of the transaction during a dry run. */
  prisma: Prisma;
  database: Database;
  clock: Clock;
  execute: Execute;
  /** Who calls; null without a token, and then every field refuses. */
  actor: Actor | null;
  /** Id of the HTTP request: the cause of its events, and the reference under which a fault is logged. */
  requestId: string;
}

import type { EventLog } from '../../delivery/event-log/event-log.ts';
import type { WatchDeliveries } from '../../delivery/webhooks/watch.ts';
import type { ExplainExchange } from '../../domain/exchange-explanation.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { Execute, ExecuteBulk } from '../../kernel/types.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Prisma } from '../../platform/database/database.ts';
import type { Logger } from '../../platform/logger.ts';
import type { LiveSession } from '../live/live-access.ts';

/** What every resolver of one GraphQL operation works with. */
export interface Context {
  /** The typed client: that of the transaction during a dry run. */
  prisma: Prisma;
  /** The pool, for queries beside the typed client; null during a dry run, which queries nothing but its transaction. */
  database: Database | null;
  clock: Clock;
  logger: Logger;
  execute: Execute;
  executeBulk: ExecuteBulk;
  /** The issuer's word on what a token exchange would come to. */
  explainExchange: ExplainExchange;
  /** Who calls; null without a token, and then every field refuses. */
  actor: Actor | null;
  /** The event log, for subscriptions. */
  eventLog: EventLog;
  /** The deliveries of webhooks, for subscriptions. */
  watchDeliveries: WatchDeliveries;
  /** The caller as one who stays: the socket's session, or one for this request alone. */
  openSession(): Promise<LiveSession>;
  /** Id of the HTTP request: the cause of its events, and the reference under which a fault is logged. */
  requestId: string;
}

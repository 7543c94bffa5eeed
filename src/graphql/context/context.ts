import type { RequestIds } from '../../domain/trace-context.ts';
import type { EventLog } from '../../delivery/event-log/event-log.ts';
import type { WatchExchanges } from '../../delivery/exchanges/watch.ts';
import type { WatchDeliveries } from '../../delivery/webhooks/watch.ts';
import type { ExplainExchange } from '../../domain/oauth/exchange-explanation.ts';
import type { ExplainSignIn } from '../../domain/flow/sign-in-explanation.ts';
import type { PreviewSignIn } from '../../domain/flow/sign-in-preview.ts';
import type { Actor, CurrentActor } from '../../kernel/actor.ts';
import type { MyFlows } from '../../kernel/my-flows.ts';
import type { Execute, ExecuteBulk } from '../../kernel/types.ts';
import type { Clock } from '../../platform/clock.ts';
import type { CursorSeal } from '../../platform/crypto/cursor-seal.ts';
import type { Database, Prisma, Transaction } from '../../platform/database/database.ts';
import type { Logger } from '../../platform/logger.ts';
import type { ReadTrial } from '../../reads/identity-provider-trial.ts';
import type { ReadSignInTrial } from '../../reads/sign-in-trial.ts';
import type { FindLocks } from '../../store/flows/locks.ts';
import type { OpenAddress } from '../../store/sessions/address.ts';
import type { FindSessions } from '../../store/sessions/sessions.ts';
import type { FindBodies } from '../../store/webhooks/bodies.ts';
import type { ExchangeLedgerSettings } from '../../vocabulary/token-exchange.ts';
import type { LiveCaller } from './live-access.ts';
import type { Resumption } from './resume.ts';

/** Facts about an installation, the same for all requests. */
export interface PlatformInfo {
  version: string;
  issuer: string;
  environment: string | undefined;
  contact: string | undefined;
}

/** The context of the resolvers of one GraphQL operation. */
export interface Context extends RequestIds {
  /** The Prisma client; in a dry run, that of its transaction. */
  prisma: Prisma;
  /** The pool, for raw queries; null in a dry run, which only queries its transaction. */
  database: Database | null;
  clock: Clock;
  logger: Logger;
  execute: Execute;
  executeBulk: ExecuteBulk;
  /** Called before the field `query` of a payload is read: the mutation may have taken long. */
  beginQuery(context: Context): Promise<void>;
  /** The outcome that a token exchange would have. */
  explainExchange: ExplainExchange<Transaction>;
  /** The steps of the pages for a person. */
  explainSignIn: ExplainSignIn<Transaction>;
  /** The trial sign-ins of the caller, with identity providers and to applications. */
  readTrial: ReadTrial;
  readSignInTrial: ReadSignInTrial;
  /** The flows in which people change their own accounts. */
  myFlows: MyFlows;
  /** The first page of a policy. */
  previewSignIn: PreviewSignIn<Prisma | Transaction>;
  /** The locks of users. */
  findLocks: FindLocks;
  /** The sessions of users. */
  findSessions: FindSessions;
  /** Decrypts a stored IP address. */
  openAddress: OpenAddress;
  /** The bodies of deliveries. */
  findBodies: FindBodies;
  /** The way in which token exchanges are recorded. */
  exchangeLedger: ExchangeLedgerSettings;
  /** Encrypts the cursors of events. */
  cursorSeal: CursorSeal;
  /** The caller; null without a token: then every field is UNAUTHENTICATED. Replaced by `renewActor`. */
  actor: Actor | null;
  /** The caller as of now, or of a second ago. */
  currentActor: CurrentActor;
  /** The event log, for subscriptions. */
  eventLog: EventLog;
  /** The deliveries of webhooks, for subscriptions. */
  watchDeliveries: WatchDeliveries;
  /** The ledger of token exchanges, for subscriptions. */
  watchExchanges: WatchExchanges;
  /** The caller of a subscription, followed while it lasts: that of the socket, or one for this request. */
  followCaller(): Promise<LiveCaller>;
  /** Positions of subscriptions that a client starts again on a new socket. */
  resumption?: Resumption | undefined;
  /** Facts about this installation. */
  platform: PlatformInfo;
}

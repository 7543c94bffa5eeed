import type { RequestIds } from '../domain/trace-context.ts';
import type { IncomingHttpHeaders } from 'node:http';
import type { ExplainExchange } from '../domain/oauth/exchange-explanation.ts';
import type { ExplainSignIn } from '../domain/flow/sign-in-explanation.ts';
import type { Actor, CurrentActor } from '../kernel/actor.ts';
import type { MyFlows } from '../kernel/my-flows.ts';
import type { Kernel } from '../kernel/types.ts';
import type { Clock } from '../platform/clock.ts';
import type { CursorSeal } from '../platform/crypto/cursor-seal.ts';
import type { Database } from '../platform/database/database.ts';
import type { Logger } from '../platform/logger.ts';
import type { ReadTrial } from '../reads/identity-provider-trial.ts';
import type { ReadSignInTrial } from '../reads/sign-in-trial.ts';
import type { FindLocks } from '../store/flows/locks.ts';
import type { FindSessions } from '../store/sessions/sessions.ts';
import type { FindBodies } from '../store/webhooks/bodies.ts';
import type { ExchangeLedgerSettings } from '../vocabulary/token-exchange.ts';
import type { Viewer } from './reads/viewer.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Services of all routes. */
export interface RouteServices extends Pick<Kernel, 'execute' | 'executeBulk' | 'dryRun'> {
  database: Pick<Database, 'prisma' | 'pool' | 'availability'>;
  clock: Clock;
  logger: Logger;
  explainExchange: ExplainExchange;
  findLocks: FindLocks;
  findSessions: FindSessions;
  findBodies: FindBodies;
  exchangeLedger: ExchangeLedgerSettings;
  cursorSeal: CursorSeal;
  explainSignIn: ExplainSignIn;
  readTrial: ReadTrial;
  readSignInTrial: ReadSignInTrial;
  myFlows: MyFlows;
}

/** A request to a route. */
export interface RestRequest extends RequestIds {
  /** The caller when the body was complete. */
  actor: Actor;
  /** The caller as of now, or of a second ago. */
  currentActor: CurrentActor;
  /** Authenticates again, for responses that take long. Throws as at the start. */
  authenticate: CurrentActor;
  /** Path parameters by name. */
  parameters: Record<string, string>;
  /** Query parameters that the route knows, not validated yet. */
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  /** At most 1 MiB; empty without a body. */
  body: Buffer;
}

export interface RestResponse {
  status: number;
  headers?: Record<string, string>;
  /** Body that is sent as JSON. */
  json?: unknown;
  /** Body that is sent unchanged, with a `content-type` in `headers`. */
  content?: Buffer;
  /** Body that is made while it is sent, with a `content-type` in `headers`. */
  stream?: BodyStream;
}

export interface BodyStream {
  chunks: AsyncIterable<string>;
  /** Has its turns under this name: see `callerOf`. */
  caller: string;
  /** A trailer field (RFC 9110 §6.5), whose value is known once all chunks are made. */
  trailer?: { name: string; value(): string };
}

/** One method of one path of the API. */
export interface Route {
  method: Method;
  /** Below the prefix, parameters written `:name`. */
  path: string;
  /** Allowed query parameters. Others are refused. */
  query: readonly string[];
  handle(request: RestRequest, services: RouteServices): Promise<RestResponse>;
}

/** A public route, without authentication. */
export interface PublicRoute {
  method: 'GET';
  path: string;
  query: readonly [];
  read(): Promise<RestResponse>;
}

/** A route whose body is read while its records are imported. */
interface ImportRoute {
  method: 'POST';
  path: string;
  isDryRun: boolean;
}

/** The route to which the address of a request leads. */
export type Target = Route | PublicRoute | ImportRoute;

/** An API over REST. */
export interface RestApi {
  /** Path prefix of all routes. */
  prefix: string;
  routes: readonly Target[];
  /** Path of its metadata as a protected resource (RFC 9728). */
  metadata: string;
}

/** Names of the parameters in a path. */
export const parametersIn = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');

/** Path prefix of the Management API. */
export const prefix = '/api';

/** Path prefix of dry runs, below the other. */
export const dryRunPrefix = '/dry-run';

export const viewerOf = (
  { actor }: Pick<RestRequest, 'actor'>,
  { clock, database }: RouteServices,
  prisma: Viewer['prisma'] = database.prisma,
): Viewer => ({ actor, now: clock.now(), prisma });

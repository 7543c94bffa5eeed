import type { IncomingHttpHeaders } from 'node:http';
import type { ExplainExchange } from '../domain/exchange-explanation.ts';
import type { Actor } from '../kernel/actor.ts';
import type { Kernel } from '../kernel/types.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { Logger } from '../platform/logger.ts';
import type { Viewer } from './viewer.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What every route works with. */
export interface RouteServices extends Pick<Kernel, 'execute' | 'executeBulk' | 'dryRun'> {
  database: Pick<Database, 'prisma' | 'pool' | 'availability'>;
  clock: Clock;
  logger: Logger;
  explainExchange: ExplainExchange;
}

/** A request as its route gets it. */
export interface Asked {
  actor: Actor;
  /** Id of the request: the cause of its events. */
  requestId: string;
  /** What stands in the path, by the parameters' names. */
  parameters: Record<string, string>;
  /** The query: parameters that the route knows, their values not validated yet. */
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  /** At most 1 MiB; empty when there is none. */
  body: Buffer;
}

export interface Answer {
  status: number;
  headers?: Record<string, string>;
  /** What is sent as JSON. */
  json?: unknown;
  /** What is sent as it is, with a `content-type` among the headers. */
  content?: Buffer;
}

/** One method of one path of the API. */
export interface Route {
  method: Method;
  /** Below the prefix, parameters written `:name`. */
  path: string;
  /** Names of the parameters that the query may have: any other is refused. */
  query: readonly string[];
  answer(asked: Asked, services: RouteServices): Promise<Answer>;
}

/** One that answers everybody, with what is no secret. */
export interface OpenRoute {
  method: 'GET';
  path: string;
  query: readonly [];
  open(): Promise<Answer>;
}

/** Below which all routes are. */
export const prefix = '/api';

export const viewerOf = (
  { actor }: Asked,
  { clock, database }: RouteServices,
  prisma: Viewer['prisma'] = database.prisma,
): Viewer => ({ actor, now: clock.now(), prisma });

import type { Pool } from 'pg';
import { Hono } from 'hono';
import type { HttpEnv, Routes } from './pages.ts';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Grants and outcomes of the token endpoint that are counted apart. */
export const countedGrants = ['token-exchange', 'client-credentials', 'other'] as const;
export type CountedGrant = (typeof countedGrants)[number];
export type TokenOutcome = 'granted' | 'refused';

/** What the platform counts, for Prometheus. No label ever holds something a client sent. */
export interface Metrics {
  /** One request, by the part of the platform that answered it; `seconds` from the request's head to the end of the answer. */
  observeRequest(route: string, status: string, seconds: number): void;
  /** One answer of the token endpoint. Cheap enough for every request: the counters are looked up beforehand. */
  countToken(grant: CountedGrant, outcome: TokenOutcome): void;
  /** `GET /metrics`, in the Prometheus text format. */
  routes: Routes;
}

export function createMetrics(pool: Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'>): Metrics {
  const registry = new Registry();
  const requests = new Histogram({
    name: 'mandate_http_request_duration_seconds',
    help: 'Requests by the part of the platform that answered them and by status. Token requests are counted apart.',
    labelNames: ['route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  });
  watchPool(pool, registry);
  return {
    observeRequest: (route, status, seconds) => requests.labels(route, status).observe(seconds),
    countToken: tokenCounters(registry),
    routes: new Hono<HttpEnv>().get('/metrics', async (context) =>
      context.text(`${await processMetrics().metrics()}\n${await registry.metrics()}`, 200, {
        'content-type': registry.contentType,
      }),
    ),
  };
}

function tokenCounters(registry: Registry): Metrics['countToken'] {
  const counter = new Counter({
    name: 'mandate_token_responses_total',
    help: 'Answers of the token endpoint by grant and outcome.',
    labelNames: ['grant', 'outcome'],
    registers: [registry],
  });
  const of = (grant: CountedGrant) => ({
    granted: counter.labels(grant, 'granted'),
    refused: counter.labels(grant, 'refused'),
  });
  const counters = {
    'token-exchange': of('token-exchange'),
    'client-credentials': of('client-credentials'),
    other: of('other'),
  };
  return (grant, outcome) => counters[grant][outcome].inc();
}

function watchPool(pool: Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'>, registry: Registry): void {
  const gauge: Gauge<'state'> = new Gauge({
    name: 'mandate_database_connections',
    help: 'Connections of the pool to PostgreSQL: in use, idle, and requests waiting for one.',
    labelNames: ['state'],
    registers: [registry],
    collect: () => {
      gauge.set({ state: 'used' }, pool.totalCount - pool.idleCount);
      gauge.set({ state: 'idle' }, pool.idleCount);
      gauge.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
}

let ofTheProcess: Registry | undefined;

// Memory, CPU, event loop and garbage collection belong to the process, however many platforms a test starts in it.
function processMetrics(): Registry {
  if (!ofTheProcess) {
    ofTheProcess = new Registry();
    collectDefaultMetrics({ register: ofTheProcess });
  }
  return ofTheProcess;
}

import type { Pool } from 'pg';
import { Hono } from 'hono';
import type { AttemptFailure } from '../vocabulary/resources.ts';
import type { HttpEnv, Routes } from './routes.ts';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** What the platform counts, for Prometheus. No label ever holds something a client sent. */
export interface Metrics {
  /** One request, by the part of the platform that answered it; `seconds` from the request's head to the end of the answer. */
  observeRequest(route: string, status: string, seconds: number): void;
  /** One token that was issued by the short cut, which no other metric sees. */
  countShortcut(grant: string): void;
  /** One attempt to tell a webhook of an event, by where it failed; null when it was delivered. */
  countAttempt(failure: AttemptFailure | null): void;
  /** `GET /metrics`, in the Prometheus text format. */
  routes: Routes;
}

export function createMetrics(pools: Pools): Metrics {
  const registry = new Registry();
  const requests = new Histogram({
    name: 'mandate_http_request_duration_seconds',
    help: 'Requests by the part of the platform that answered them and by status, but for those that the short cut answered.',
    labelNames: ['route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  });
  watchPools(pools, registry);
  return {
    observeRequest: (route, status, seconds) => requests.labels(route, status).observe(seconds),
    countShortcut: shortcutCounter(registry),
    countAttempt: attemptCounter(registry),
    routes: new Hono<HttpEnv>().get('/metrics', async (context) =>
      context.text(`${await processMetrics().metrics()}\n${await registry.metrics()}`, 200, {
        'content-type': registry.contentType,
      }),
    ),
  };
}

function shortcutCounter(registry: Registry): Metrics['countShortcut'] {
  const counter = new Counter({
    name: 'mandate_token_shortcut_total',
    help: 'Tokens issued by the short cut in front of the token endpoint, by grant.',
    labelNames: ['grant'],
    registers: [registry],
  });
  return byLabel(counter);
}

function attemptCounter(registry: Registry): Metrics['countAttempt'] {
  const counter = new Counter({
    name: 'mandate_webhook_attempts_total',
    help: 'Attempts to tell webhooks of events, by outcome: delivered, or where they failed.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const count = byLabel(counter);
  return (failure) => count(failure ?? 'delivered');
}

/** Counts by the one label of a counter, whose values are few and ours: each is looked up once, and then only added to. */
function byLabel(counter: Counter): (label: string) => void {
  const known = new Map<string, Counter.Internal>();
  return (label) => {
    const one = known.get(label) ?? counter.labels(label);
    known.set(label, one);
    one.inc();
  };
}

/** The pools of connections to PostgreSQL, by their names. */
type Pools = Record<string, Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'>>;

function watchPools(pools: Pools, registry: Registry): void {
  const gauge: Gauge<'pool' | 'state'> = new Gauge({
    name: 'mandate_database_connections',
    help: 'Connections to PostgreSQL by pool (`token` for the token endpoint, `main` for everything else): in use, idle, and requests waiting for one.',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect: () => {
      for (const [name, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
        gauge.set({ pool: name, state: 'used' }, totalCount - idleCount);
        gauge.set({ pool: name, state: 'idle' }, idleCount);
        gauge.set({ pool: name, state: 'waiting' }, waitingCount);
      }
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

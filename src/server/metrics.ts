import type { Pool } from 'pg';
import { Hono } from 'hono';
import type { MessageChannel } from '../vocabulary/connectors/message-templates.ts';
import type { AttemptFailure } from '../vocabulary/records/delivery-shapes.ts';
import type { MetricsAccess } from './metrics-access.ts';
import { problem } from '../http/problem.ts';
import { answer, type HttpEnv, type Routes } from './routes.ts';
import { createTokenMetrics, type TokenMetrics } from './token-metrics.ts';
import { type Watched, watchGauge } from './watched-gauge.ts';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Metrics for Prometheus. No label contains input of a client. */
export interface Metrics extends TokenMetrics {
  /** Counts a request. `seconds` is the time from its head to the end of the response. */
  observeRequest(request: ObservedRequest, seconds: number): void;
  /** Counts a delivery attempt by its failure; null if it succeeded. */
  countAttempt(failure: AttemptFailure | null): void;
  /** Counts an attempt to send a message to a person, by its outcome. */
  countMessage(channel: MessageChannel, outcome: string): void;
  /** Counts an answer of a person on the pages: it finished a flow, continued it, or was met with a problem. */
  countAnswer(outcome: string): void;
  /** Adds a gauge by one label, whose values are read for each response. */
  watch(gauge: Watched): void;
  /** The registries: that of the platform, and that of the process. */
  registries(): Registry[];
  /** `GET /metrics`, in the Prometheus text format; 401 without access. */
  routes: Routes;
}

interface ObservedRequest {
  part: string;
  /** A template of addresses. */
  route: string;
  status: string;
}

export function createMetrics(pools: Pools, exchanges: ExchangeMetrics, mayRead: MetricsAccess): Metrics {
  const registry = new Registry();
  watchPools(pools, registry);
  watchExchanges(exchanges, registry);
  watchLedger(exchanges.ledger, registry);
  return {
    ...createTokenMetrics(registry),
    observeRequest: requestHistogram(registry),
    countAttempt: attemptCounter(registry),
    countMessage: messageCounter(registry),
    countAnswer: answerCounter(registry),
    watch: (gauge) => watchGauge(gauge, registry),
    registries: () => [processMetrics(), registry],
    routes: metricsRoutes(registry, mayRead),
  };
}

const metricsRoutes = (registry: Registry, mayRead: MetricsAccess): Routes =>
  new Hono<HttpEnv>().get('/metrics', async (context) => {
    if (!mayRead(context)) {
      const detail = 'The metrics require the token of METRICS_TOKEN: Authorization: Bearer TOKEN.';
      return answer(undefined, problem(401, { detail }), { 'www-authenticate': 'Bearer realm="metrics"' });
    }
    return context.text(`${await processMetrics().metrics()}\n${await registry.metrics()}`, 200, {
      'content-type': registry.contentType,
    });
  });

function requestHistogram(registry: Registry): Metrics['observeRequest'] {
  const histogram = new Histogram({
    name: 'mandate_http_request_duration_seconds',
    help: 'Requests by part of the platform, route (a template of addresses) and status, without those of the fast path.',
    labelNames: ['part', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  });
  return ({ part, route, status }, seconds) => histogram.labels(part, route, status).observe(seconds);
}

function attemptCounter(registry: Registry): Metrics['countAttempt'] {
  const counter = new Counter({
    name: 'mandate_webhook_attempts_total',
    help: 'Delivery attempts of webhooks, by outcome: delivered, or where they failed.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  return (failure) => counter.inc({ outcome: failure ?? 'delivered' });
}

function messageCounter(registry: Registry): Metrics['countMessage'] {
  const counter = new Counter({
    name: 'mandate_messages_total',
    help: 'Attempts to send mails and SMS, by channel and outcome: sent, deferred (it is repeated), failed, expired.',
    labelNames: ['channel', 'outcome'],
    registers: [registry],
  });
  return (channel, outcome) => counter.inc({ channel, outcome });
}

function answerCounter(registry: Registry): Metrics['countAnswer'] {
  const counter = new Counter({
    name: 'mandate_sign_in_answers_total',
    help: 'Answers of people on the pages, by outcome: finished, continued, or the problem that was shown.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  return (outcome) => counter.inc({ outcome });
}

/** Connection pools by name. */
type Pools = Record<string, Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'>>;

function watchPools(pools: Pools, registry: Registry): void {
  const gauge: Gauge<'pool' | 'state'> = new Gauge({
    name: 'mandate_database_connections',
    help: 'Connections to PostgreSQL by pool (`token` for the token endpoint, `ledger` for what is recorded of it, `main` for everything else): in use, idle, and requests waiting for one.',
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

/** Token exchanges, which are counted and recorded elsewhere. */
interface ExchangeMetrics {
  totals: ReadonlyMap<string, { outcome: string; reason: string; count: number }>;
  ledger: Ledger;
}

interface Ledger {
  counts: Readonly<Record<'written' | 'lost' | 'gaps', number>>;
  /** Milliseconds. */
  delay(): number;
}

/** Token exchanges by outcome since the start. */
function watchExchanges({ totals }: ExchangeMetrics, registry: Registry): void {
  const counter: Counter<'outcome' | 'reason'> = new Counter({
    name: 'mandate_token_exchanges_total',
    help: 'Responses to token exchanges, by outcome (granted, or the error) and reason (its code).',
    labelNames: ['outcome', 'reason'],
    registers: [registry],
    collect: () => {
      counter.reset();
      for (const { outcome, reason, count } of totals.values()) counter.inc({ outcome, reason }, count);
    },
  });
}

/** The ledger of token exchanges, as this process writes it. */
function watchLedger({ counts, delay }: Ledger, registry: Registry): void {
  const registers = [registry];
  const count = (name: string, help: string, read: () => number): void => {
    const counter: Counter = new Counter({
      name,
      help,
      registers,
      collect: () => {
        counter.reset();
        counter.inc(read());
      },
    });
  };
  count('mandate_exchange_ledger_rows_total', 'Token exchanges that were recorded.', () => counts.written);
  count('mandate_exchange_ledger_lost_total', 'Token exchanges that could not be recorded.', () => counts.lost);
  count(
    'mandate_exchange_ledger_gaps_total',
    'Processes that ended without having recorded every token exchange, as far as this process has found them.',
    () => counts.gaps,
  );
  const gauge: Gauge = new Gauge({
    name: 'mandate_exchange_ledger_delay_seconds',
    help: 'Time that the oldest token exchange waits to be recorded.',
    registers,
    collect: () => gauge.set(delay() / 1000),
  });
}

let processRegistry: Registry | undefined;

// Memory, CPU, event loop and garbage collection are those of the process, in which a test may start several platforms.
function processMetrics(): Registry {
  if (!processRegistry) {
    processRegistry = new Registry();
    collectDefaultMetrics({ register: processRegistry });
  }
  return processRegistry;
}

import { table, verdictLines } from '../shared/tables.ts';
import { median, type Verdict } from '../shared/verdict.ts';
import type { Deliveries } from './deliveries.ts';
import type { Exchanges } from './exchange.ts';
import type { FanOut } from './fan-out.ts';
import type { Latency } from './latency.ts';
import type { ManyWebhooks } from './many-webhooks.ts';
import type { Measurements } from './run.ts';

/** The report: measurements, ratios, requirements. */
export function renderReport(
  { fanOuts, deliveries, manyWebhooks, exchanges, latencies }: Measurements,
  verdict: Verdict,
): string {
  return [
    ...(fanOuts.length ? fanOutLines(fanOuts) : []),
    ...(deliveries.length ? deliveryLines(deliveries) : []),
    ...(manyWebhooks.length ? manyWebhooksLines(manyWebhooks) : []),
    ...(exchanges.length ? exchangeLines(exchanges) : []),
    ...(latencies.length ? latencyLines(latencies) : []),
    ...verdictLines(verdict),
    '',
  ].join('\n');
}

const fanOutLines = (fanOuts: readonly FanOut[]): string[] => [
  table(
    ['one event to all sockets', 'CPU us/message', 'last has it after ms', 'KB per idle socket'],
    fanOutRows(fanOuts),
  ),
  'CPU without that of the change, which is measured without subscribers; time from the commit. The bar is on CPU: time depends on the load generator.',
  '',
];

const deliveryLines = (deliveries: readonly Deliveries[]): string[] => [
  table(['deliveries', 'per second', 'CPU us', 'PostgreSQL us'], deliveryRows(deliveries)),
  'From the first arrival to the last; every 50th signature is verified. CPU: fan-out, signing, sending and storing.',
  '',
];

const manyWebhooksLines = (all: readonly ManyWebhooks[]): string[] => [
  table(
    ['events for ten webhooks', 'CPU us/event', 'PostgreSQL us'],
    [...new Set(all.map(({ webhooks }) => webhooks))].map((webhooks) => {
      const some = all.filter((one) => one.webhooks === webhooks);
      const [cpu, databaseCpu] = [median(some.map((one) => one.cpu)), median(some.map((one) => one.databaseCpu))];
      return [`${webhooks} webhooks`, cpu.toFixed(0), databaseCpu.toFixed(0)];
    }),
  ),
  '',
];

const exchangeLines = (exchanges: readonly Exchanges[]): string[] => [
  table(['token exchanges', 'per second', 'p50 ms', 'p99 ms', 'attempts given up meanwhile'], exchangeRows(exchanges)),
  '',
];

const latencyLines = (latencies: readonly Latency[]): string[] => [
  table(['commit until it arrives, ms', 'subscriber p50', 'p99', 'receiver p50', 'p99'], latencies.map(latencyRow)),
  'Counted from the time in the event, which is just before the commit.',
  '',
];

const middle = <T>(some: readonly T[], of: (one: T) => number): number => median(some.map(of));

function fanOutRows(fanOuts: readonly FanOut[]): string[][] {
  const sizes = [...new Set(fanOuts.map(({ sockets }) => sockets))];
  return sizes.flatMap((sockets) =>
    (['platform', 'broadcast'] as const).map((server) => {
      const some = fanOuts.filter((one) => one.server === server && one.sockets === sockets);
      return [
        `${server === 'platform' ? 'platform' : 'bare ws'}, ${sockets} sockets`,
        middle(some, ({ cpu }) => cpu).toFixed(1),
        middle(some, ({ lastMs }) => lastMs).toFixed(1),
        (middle(some, ({ perSocket }) => perSocket) / 1000).toFixed(1),
      ];
    }),
  );
}

const deliveryRows = (deliveries: readonly Deliveries[]): string[][] =>
  (['platform', 'posts'] as const).map((server) => {
    const some = deliveries.filter((one) => one.server === server);
    return [
      server === 'platform' ? 'platform' : 'bare undici',
      middle(some, ({ perSecond }) => perSecond).toFixed(0),
      middle(some, ({ cpu }) => cpu).toFixed(0),
      middle(some, ({ databaseCpu }) => databaseCpu).toFixed(0),
    ];
  });

const exchangeRows = (exchanges: readonly Exchanges[]): string[][] =>
  (['silent', 'hanging'] as const).map((webhooks) => {
    const some = exchanges.filter((one) => one.webhooks === webhooks);
    return [
      webhooks === 'silent' ? 'webhooks switched off' : 'ten endpoints hang',
      middle(some, ({ perSecond }) => perSecond).toFixed(0),
      middle(some, ({ p50 }) => p50).toFixed(2),
      middle(some, ({ p99 }) => p99).toFixed(2),
      middle(some, ({ timedOut }) => timedOut).toFixed(0),
    ];
  });

function latencyRow({ load, toSubscriber, toReceiver, changesPerSecond }: Latency): string[] {
  const at = (values: readonly number[], share: number) => percentile(values, share).toFixed(1);
  return [
    load === 'idle' ? 'one change at a time' : `and ${changesPerSecond.toFixed(0)} other changes a second`,
    at(toSubscriber, 0.5),
    at(toSubscriber, 0.99),
    at(toReceiver, 0.5),
    at(toReceiver, 0.99),
  ];
}

/** The smallest value that this share of them does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

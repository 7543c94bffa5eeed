import type { Compared } from '../shared/pairs.ts';
import { costCells, costHead, table, verdictLines } from '../shared/tables.ts';
import { median, percentile } from '../shared/statistics.ts';
import type { Verdict } from '../shared/verdict.ts';
import type { Exchanges } from './exchange.ts';
import type { FanOut } from './fan-out.ts';
import type { Latency } from './latency.ts';
import type { ManyWebhooks } from './many-webhooks.ts';
import type { Measurements } from './run.ts';

/** The report: measurements, ratios, requirements. */
export function renderReport(
  { positions, fanOuts, deliveries, manyWebhooks, exchanges, latencies }: Measurements,
  verdict: Verdict,
): string {
  return [
    ...(positions.length ? positionLines(positions) : []),
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
    ['one event to all sockets', ...costHead, 'last has it after ms', 'KB per idle socket'],
    fanOuts.flatMap(({ sockets, compared, servers }) =>
      servers.map(({ title, lastMs, perSocket }) => [
        `${title}, ${sockets} sockets`,
        ...costCells([compared], title, 1),
        median(lastMs).toFixed(1),
        (perSocket / 1000).toFixed(1),
      ]),
    ),
  ),
  'Per message. CPU without that of the change, which is measured without subscribers; time from the commit. The bar is on CPU: time depends on the load generator.',
  '',
];

const positionLines = (positions: readonly Compared[]): string[] => [
  table(
    ['positions', 'PostgreSQL us/event'],
    positions.flatMap(({ sides, pairs }) =>
      sides.map((title, side) => [title, median(pairs.map((pair) => pair[side]?.cpu ?? Number.NaN)).toFixed(0)]),
    ),
  ),
  'Processor time of the backend that assigns them.',
  '',
];

const deliveryLines = (deliveries: readonly Compared[]): string[] => [
  table(
    ['deliveries', ...costHead],
    deliveries.flatMap(({ sides }) => sides.map((title) => [title, ...costCells(deliveries, title, 0)])),
  ),
  'Per message; every 50th signature is verified. CPU: fan-out, signing, sending and storing.',
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

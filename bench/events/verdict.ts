import { atMost, type Gate, judgePairs, type Ratio, ratioOf, type Verdict } from '../shared/verdict.ts';
import { deliveriesTitle } from './deliveries.ts';
import { atOnce, type Exchanges } from './exchange.ts';
import { type FanOut, fanOutTitle } from './fan-out.ts';
import type { ManyWebhooks } from './many-webhooks.ts';
import { positionsTitle } from './positions.ts';
import type { Measurements } from './run.ts';

/** Maximum bytes of resident memory per idle socket with a subscription. */
const socketLimit = 40_000;

/** Judges a run. Parts that were not measured have no requirement. */
export function judgeRun({ positions, fanOuts, deliveries, manyWebhooks, exchanges }: Measurements): Verdict {
  const bars = fanOuts.map(({ sockets }) => [fanOutTitle(sockets), { least: 0.45 }]);
  const compared = [...positions, ...fanOuts.map((one) => one.compared), ...deliveries];
  const paired = judgePairs(compared, {
    ...Object.fromEntries(bars),
    [deliveriesTitle]: { least: 0.3 },
    [positionsTitle('few')]: { least: 2 },
  });
  return {
    ratios: paired.ratios,
    gates: [
      ...paired.gates,
      ...(fanOuts.length ? [socketGate(fanOuts)] : []),
      ...(manyWebhooks.length ? [atMost(manyWebhooksRatio(manyWebhooks), 1.1)] : []),
      ...(exchanges.length ? [atMost(exchangeRatio(exchanges), 1.15)] : []),
    ],
    doubts: [...paired.doubts, ...doubtsOf(exchanges)],
  };
}

function manyWebhooksRatio(all: readonly ManyWebhooks[]): Ratio {
  const few = Math.min(...all.map(({ webhooks }) => webhooks));
  const cost = ({ cpu, databaseCpu }: ManyWebhooks) => cpu + databaseCpu;
  const costOfFew = new Map(all.filter(({ webhooks }) => webhooks === few).map((one) => [one.round, cost(one)]));
  const many = all.filter(({ webhooks }) => webhooks > few);
  return ratioOf(
    'an event for ten webhooks, processor with PostgreSQL: among 1000 webhooks to ten alone',
    many.map((one) => cost(one) / (costOfFew.get(one.round) ?? Number.NaN)),
  );
}

function exchangeRatio(exchanges: readonly Exchanges[]): Ratio {
  const silent = new Map(exchanges.filter(({ webhooks }) => webhooks === 'silent').map((one) => [one.round, one.p99]));
  const hanging = exchanges.filter(({ webhooks }) => webhooks === 'hanging');
  return ratioOf(
    'p99 of exchanges with ten hanging endpoints to without',
    hanging.map(({ round, p99 }) => p99 / (silent.get(round) ?? Number.NaN)),
  );
}

function socketGate(fanOuts: readonly FanOut[]): Gate {
  const perSocket = Math.max(...fanOuts.map(({ servers }) => servers[1]?.perSocket ?? Number.NaN));
  return {
    title: 'resident memory per idle socket with a subscription',
    measured: `${(perSocket / 1000).toFixed(1)} KB`,
    wanted: 'less than 40 KB',
    passed: perSocket < socketLimit,
  };
}

function doubtsOf(exchanges: readonly Exchanges[]): string[] {
  const idle = exchanges.filter(({ webhooks, timedOut }) => webhooks === 'hanging' && timedOut < atOnce);
  return idle.length
    ? [`In ${idle.length} rounds fewer than ${atOnce} attempts timed out during the measurement: it proves nothing.`]
    : [];
}

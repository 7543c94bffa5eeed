import { atLeast, atMost, type Gate, median, type Ratio, ratioOf, type Verdict } from '../shared/verdict.ts';
import type { Deliveries } from './deliveries.ts';
import { atOnce, type Exchanges } from './exchange.ts';
import type { FanOut } from './fan-out.ts';
import type { ManyWebhooks } from './many-webhooks.ts';
import type { Measurements } from './run.ts';

/** Maximum bytes of resident memory per idle socket with a subscription. */
const socketLimit = 40_000;
/** The spread of a reference over the rounds, (max - min) / median, above which no measurement is reliable. */
const spreadLimit = 0.5;

/** Judges a run by the measurements of all rounds. Parts that were not measured have no requirement. */
export function judgeRun({ fanOuts, deliveries, manyWebhooks, exchanges }: Measurements): Verdict {
  const sizes = [...new Set(fanOuts.map(({ sockets }) => sockets))];
  const byCpu = sizes.map((sockets) => fanOutRatio(fanOuts, sockets, 'processor', ({ cpu }) => cpu));
  const byTime = sizes.map((sockets) =>
    fanOutRatio(fanOuts, sockets, 'time until the last has it', ({ lastMs }) => lastMs),
  );
  const delivered = deliveries.length
    ? [deliveryRatio('deliveries per second, share of bare undici', deliveries, ({ perSecond }) => perSecond)]
    : [];
  const costs = deliveries.length
    ? [deliveryRatio('deliveries, processor: share of bare undici', deliveries, ({ cpu }) => 1 / cpu)]
    : [];
  const many = manyWebhooks.length ? [manyWebhooksRatio(manyWebhooks)] : [];
  const slowed = exchanges.length ? [exchangeRatio(exchanges)] : [];
  return {
    ratios: [...byCpu, ...byTime, ...delivered, ...costs, ...many, ...slowed],
    gates: [
      ...byCpu.map((ratio) => atLeast(ratio, 0.45)),
      ...(fanOuts.length ? [memoryGate(fanOuts)] : []),
      ...delivered.map((ratio) => atLeast(ratio, 0.45)),
      ...many.map((ratio) => atMost(ratio, 1.1)),
      ...slowed.map((ratio) => atMost(ratio, 1.15)),
    ],
    doubts: doubtsOf(fanOuts, deliveries, exchanges),
  };
}

function fanOutRatio(fanOuts: readonly FanOut[], sockets: number, what: string, of: (one: FanOut) => number): Ratio {
  const some = fanOuts.filter((one) => one.sockets === sockets);
  const platform = some.filter(({ server }) => server === 'platform');
  const values = platform.flatMap(({ round, ...one }) => {
    const bare = some.find((other) => other.server === 'broadcast' && other.round === round);
    return bare ? [of(bare) / of({ round, ...one })] : [];
  });
  return ratioOf(`one event to ${sockets} sockets, ${what}: share of bare ws`, values);
}

function deliveryRatio(title: string, deliveries: readonly Deliveries[], of: (one: Deliveries) => number): Ratio {
  const posts = new Map(deliveries.filter(({ server }) => server === 'posts').map((one) => [one.round, of(one)]));
  const platform = deliveries.filter(({ server }) => server === 'platform');
  return ratioOf(
    title,
    platform.map((one) => of(one) / (posts.get(one.round) ?? Number.NaN)),
  );
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

function memoryGate(fanOuts: readonly FanOut[]): Gate {
  const perSocket = Math.max(...fanOuts.filter(({ server }) => server === 'platform').map((one) => one.perSocket));
  return {
    title: 'resident memory per idle socket with a subscription',
    measured: `${(perSocket / 1000).toFixed(1)} KB`,
    wanted: 'less than 40 KB',
    passed: perSocket < socketLimit,
  };
}

function doubtsOf(
  fanOuts: readonly FanOut[],
  deliveries: readonly Deliveries[],
  exchanges: readonly Exchanges[],
): string[] {
  const idle = exchanges.filter(({ webhooks, timedOut }) => webhooks === 'hanging' && timedOut < atOnce);
  const spreads = [...new Set(fanOuts.map(({ sockets }) => sockets))].map((sockets) => ({
    sockets,
    spread: spreadOf(
      fanOuts.filter((one) => one.server === 'broadcast' && one.sockets === sockets).map(({ cpu }) => cpu),
    ),
  }));
  const posts = deliveries.filter(({ server }) => server === 'posts').map(({ perSecond }) => perSecond);
  const isUneven = posts.length > 0 && spreadOf(posts) > spreadLimit;
  return [
    ...(isUneven
      ? ['The bare loop of posts differs by more than 50 % between rounds: run it again on a quieter machine.']
      : []),
    ...spreads
      .filter(({ spread }) => spread > spreadLimit)
      .map(
        ({ sockets }) =>
          `The bare broadcast to ${sockets} sockets differs by more than 50 % between rounds: run it again on a quieter machine.`,
      ),
    ...(idle.length
      ? [`In ${idle.length} rounds fewer than ${atOnce} attempts timed out during the measurement: it proves nothing.`]
      : []),
  ];
}

const spreadOf = (values: readonly number[]): number => (Math.max(...values) - Math.min(...values)) / median(values);

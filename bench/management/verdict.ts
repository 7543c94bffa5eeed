import { atLeast, atMost, disturbances, type Gate, type Ratio, ratioOf, type Verdict } from '../shared/verdict.ts';
import type { LoadName } from './loads.ts';
import type { Measurement } from './measure.ts';
import type { ServerName } from './servers.ts';

type Cost = (measurement: Measurement) => number;
/** Of the server's process. */
const serverCost: Cost = ({ cpu }) => cpu;
/** Of the server's process and of its database. */
const wholeCost: Cost = ({ cpu, databaseCpu }) => cpu + databaseCpu;

/** Judges a run by the measurements of all rounds. */
export function judgeRun(measurements: readonly Measurement[]): Verdict {
  const cost = (title: string, of: Cost, over: [ServerName, LoadName], under: [ServerName, LoadName]): Ratio =>
    ratioOf(title, valuesOf(measurements, of, over, under));
  const writes = (title: string, load: LoadName) =>
    cost(`${title}, share of bare Prisma`, serverCost, ['prisma', 'REST writes'], ['platform', load]);
  const graphql = writes('four writes through GraphQL', 'GraphQL writes');
  const rest = writes('four writes through REST', 'REST writes');
  const page = cost(
    'page of 100 users to bare SQL, with the database',
    wholeCost,
    ['platform', 'page'],
    ['sql', 'page'],
  );
  const growth = (load: LoadName) =>
    cost(`${load}: many users to few, with the database`, wholeCost, ['platform', load], ['platformSmall', load]);
  const growths = (['GraphQL writes', 'page', 'search by email', 'search by name'] as const).map(growth);
  return {
    ratios: [
      graphql,
      rest,
      cost('bare Prisma, share of bare SQL', serverCost, ['sql', 'REST writes'], ['prisma', 'REST writes']),
      page,
      cost('page of 100 users to bare SQL, without the database', serverCost, ['platform', 'page'], ['sql', 'page']),
      ...growths,
    ],
    gates: [
      atLeast(graphql, 0.6),
      atLeast(rest, 0.7),
      atMost(page, 3),
      ...growths.map((ratio) => atMost(ratio, 1.2)),
      memoryGate(measurements),
    ],
    doubts: disturbances(measurements),
  };
}

const memoryLimit = 350;

/** The maximum resident memory of a platform process after a load, in megabytes. */
function memoryGate(measurements: readonly Measurement[]): Gate {
  const platforms = measurements.filter(({ server }) => server === 'platform' || server === 'platformSmall');
  const megabytes = Math.max(...platforms.map(({ resident }) => resident)) / 1e6;
  return {
    title: 'resident memory of the platform',
    measured: `${megabytes.toFixed(0)} MB`,
    wanted: `less than ${memoryLimit} MB`,
    passed: megabytes < memoryLimit,
  };
}

function valuesOf(
  measurements: readonly Measurement[],
  costOf: Cost,
  over: [ServerName, LoadName],
  under: [ServerName, LoadName],
): number[] {
  const inRound = ([server, load]: [ServerName, LoadName]) =>
    new Map(measurements.filter((one) => one.server === server && one.load === load).map((one) => [one.round, one]));
  const others = inRound(over);
  return [...inRound(under)].flatMap(([round, one]) => {
    const other = others.get(round);
    return other ? [costOf(other) / costOf(one)] : [];
  });
}

import { type Bar, judgePairs, memoryGate, type Verdict, wholeCost } from '../shared/verdict.ts';
import type { LoadName } from './loads.ts';
import type { Measured } from './measured.ts';
import type { ServerName } from './servers.ts';

type SideName = readonly [ServerName, LoadName];

const writes = (load: LoadName, least: number) =>
  ({
    sides: [
      ['prisma', 'REST writes'],
      ['platform', load],
    ],
    least,
  }) as const;
const growth = (load: LoadName) =>
  ({
    sides: [
      ['platform', load],
      ['platformSmall', load],
    ],
    cost: wholeCost,
    most: 1.25,
  }) as const;

/** The comparisons, and the requirement on the ratio of each. */
export const comparisons: Record<string, Bar & { sides: readonly [SideName, SideName] }> = {
  'four writes through GraphQL, share of bare Prisma': writes('GraphQL writes', 0.35),
  'four writes through REST, share of bare Prisma': writes('REST writes', 0.5),
  'bare Prisma, share of bare SQL': {
    sides: [
      ['sql', 'REST writes'],
      ['prisma', 'REST writes'],
    ],
  },
  'page of 100 users to bare SQL, with the database': {
    sides: [
      ['platform', 'page'],
      ['sql', 'page'],
    ],
    cost: wholeCost,
    most: 4.5,
  },
  'GraphQL writes: many users to few, with the database': growth('GraphQL writes'),
  'page: many users to few, with the database': growth('page'),
  'search by email: many users to few, with the database': growth('search by email'),
  'search by name: many users to few, with the database': growth('search by name'),
};

/** Judges a run by its pairs. */
export function judgeRun({ compared, resident }: Measured): Verdict {
  const { gates, ...verdict } = judgePairs(compared, comparisons);
  return { ...verdict, gates: [...gates, memoryGate('resident memory of the platform', resident, 380)] };
}

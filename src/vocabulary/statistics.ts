import type { Permission } from './permissions.ts';

/** Lengths of time over which statistics are added up. */
export const statisticBuckets = {
  HOUR: 'A whole hour.',
  DAY: 'A whole day in UTC.',
} as const;
export type StatisticBucket = keyof typeof statisticBuckets;

interface Series {
  description: string;
  /** As for what is counted. All are required. */
  permissions: readonly Permission[];
}

const exchanges: Series['permissions'] = ['applications:read', 'resources:read'];

/** The statistics that are counted over time. */
export const statisticSeries = {
  usersCreated: { description: 'Users who were created, including those who signed up.', permissions: ['users:read'] },
  signIns: { description: 'Sign-ins through the pages.', permissions: ['users:read'] },
  refusedSignIns: {
    description: 'Refused answers in sign-ins, for example wrong passwords. One sign-in can have several.',
    permissions: ['users:read'],
  },
  exchangesGranted: { description: 'Token exchanges that issued a token.', permissions: exchanges },
  exchangesRefused: { description: 'Token exchanges that were refused.', permissions: exchanges },
  events: { description: 'Events of any type.', permissions: ['events:read'] },
} as const satisfies Record<string, Series>;
export type StatisticName = keyof typeof statisticSeries;
export const statisticNames = Object.keys(statisticSeries) as StatisticName[];

import type { Search } from '../../data/address.ts';

/** The figures that are shown, with the permissions that each requires. */
export const series = {
  signIns: ['users:read'],
  refusedSignIns: ['users:read'],
  exchangesGranted: ['applications:read', 'resources:read'],
  exchangesRefused: ['applications:read', 'resources:read'],
  usersCreated: ['users:read'],
  events: ['events:read'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type SeriesName = keyof typeof series;

export const seriesNames = Object.keys(series) as SeriesName[];

export const bad: ReadonlySet<SeriesName> = new Set(['exchangesRefused', 'refusedSignIns']);

interface Range {
  since: string;
  until: string;
}

interface Target {
  to: string;
  search: Search;
}

/** The page of the events or records that a figure counts in a time, or the nearest one that the viewer may read. */
export function targetOf(name: SeriesName, { since, until }: Range, may: (permission: string) => boolean): Target {
  const mayReadEvents = may('events:read');
  const created = { createdAfter: since, createdBefore: until };
  const events = (types?: string): Target => ({
    to: '/events',
    search: { where: { ...(types && { types }), since, until } },
  });
  const attempts = (where: Search['where']): Target => ({
    to: '/sign-in/attempts',
    search: { where: { purpose: 'SIGN_IN', ...where, ...created } },
  });
  // A viewer who may not read single exchanges gets the parties between which there are any.
  const exchanges = (outcome: string, state?: string): Target =>
    may('exchanges:read')
      ? { to: '/exchanges', search: { where: { outcome, since, until } } }
      : { to: '/map', search: state === undefined ? {} : { where: { state } } };
  const targets: Readonly<Record<SeriesName, Target>> = {
    signIns: mayReadEvents ? events('POST_SIGN_IN') : attempts({ state: 'FINISHED' }),
    refusedSignIns: attempts({ wasRefused: true }),
    exchangesGranted: exchanges('GRANTED'),
    exchangesRefused: exchanges('REFUSED', 'REFUSED'),
    usersCreated: mayReadEvents ? events('USER_CREATED') : { to: '/users', search: { where: created } },
    events: events(),
  };
  return targets[name];
}

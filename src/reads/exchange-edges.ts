import { z } from 'zod';
import { day } from '../domain/durations.ts';
import { badUserInput } from '../domain/failure.ts';
import { validOrRefused } from '../domain/problems.ts';
import { startOfDay, timeSchema } from '../domain/times.ts';
import type { Prisma, Transaction } from '../platform/database/database.ts';
import { actorIdsOf, type DelegationParts } from '../store/exchanges/delegations.ts';
import { keptDays } from '../store/exchanges/count-exchanges.ts';
import {
  type EdgeCondition,
  edgeKey,
  type EdgeRecords,
  estimatePeople,
  readBegun,
  readEdges,
  readScopes,
  type StoredEdge,
} from '../store/exchanges/edges.ts';
import {
  type EdgeGrouping,
  edgeGroupings,
  type ExchangeEdges,
  type ExchangeTotals,
  type ExchangeUse,
} from '../vocabulary/exchanges/edge-shapes.ts';
import { mostEdges } from '../vocabulary/exchanges/exchange-limits.ts';
import { exchangeReasonNames, exchangeReasons } from '../vocabulary/exchanges/exchange-reasons.ts';

type Reader = Prisma | Transaction;

/** Days, and how edges are divided. */
export const edgesQuery = z.strictObject({
  since: timeSchema
    .nullish()
    .describe('Only exchanges of the day (UTC) of this time and later; of the last 30 days if omitted.'),
  until: timeSchema
    .nullish()
    .describe('Only exchanges of the day (UTC) of this time and earlier; of today if omitted.'),
  groupBy: z
    .enum(edgeGroupings)
    .default('APPLICATION_RESOURCE')
    .describe(
      'APPLICATION_RESOURCE: by the application that exchanged and the API resource. PATH: also by the application that had obtained the token, the applications between, and what the token was for.',
    ),
});

interface EdgesRange {
  groupBy: EdgeGrouping;
  /** The time from which on an edge is new. */
  since: Date;
  days: Days;
}

type Days = Pick<EdgeCondition, 'from' | 'until'>;

/** Validates the range of a caller. Throws BAD_USER_INPUT with the path of each problem. */
export function readEdgesRange(input: unknown, now: Date): EdgesRange {
  const { since, until: last, groupBy } = validOrRefused(edgesQuery, input);
  const until = last == null ? now : new Date(last);
  const from = since == null ? new Date(until.getTime() - 30 * day) : new Date(since);
  if (until < from) throw badUserInput('Must not be before `since`.', 'until');
  return { groupBy, since: startOfDay(from), days: countedDays(from, until, now) };
}

/** The days of a range for which there can be sums. */
const countedDays = (from: Date, until: Date, now: Date): Days => ({
  from: startOfDay(new Date(Math.max(from.getTime(), now.getTime() - keptDays * day))),
  until: startOfDay(new Date(Math.min(until.getTime(), now.getTime() + day))),
});

const partsOf: Record<EdgeGrouping, readonly (keyof DelegationParts)[]> = {
  APPLICATION_RESOURCE: ['applicationId', 'apiResourceId'],
  PATH: ['applicationId', 'subjectApplicationId', 'chain', 'subjectResource', 'apiResourceId'],
};

/** The edges of some days, the most used first. */
export async function readExchangeEdges(reader: Reader, range: EdgesRange): Promise<ExchangeEdges> {
  const edges = await readEdges(reader, range.days, partsOf[range.groupBy]);
  return { edges: await usesOf(reader, range, {}, edges.slice(0, mostEdges)), hasMore: edges.length > mostEdges };
}

/** Some applications, or some API resources. */
export interface UsesOf {
  of: 'applicationId' | 'apiResourceId';
  ids: readonly string[];
}

/** The edges of some applications, or to some API resources: those of each with the most used first. */
export async function readUsesOf(reader: Reader, range: EdgesRange, { of, ids }: UsesOf): Promise<ExchangeUse[]> {
  const records = of === 'applicationId' ? { applicationIds: ids } : { apiResourceIds: ids };
  const edges = await readEdges(reader, { ...range.days, ...records }, partsOf[range.groupBy]);
  const byRecord = Map.groupBy(edges, (edge) => edge[of]);
  return usesOf(
    reader,
    range,
    records,
    [...byRecord.values()].flatMap((some) => some.slice(0, mostEdges)),
  );
}

async function usesOf(
  reader: Reader,
  { days, since, groupBy }: EdgesRange,
  records: EdgeRecords,
  edges: readonly StoredEdge[],
): Promise<ExchangeUse[]> {
  if (!edges.length) return [];
  const groups = edges.map(({ delegationIds }) => delegationIds);
  const scopes = await readScopes(
    reader,
    days,
    groups.flatMap((ids) => [...ids]),
  );
  const people = await estimatePeople(reader, days, groups);
  const parts = partsOf[groupBy];
  const begun = await readBegun(reader, records, parts);
  return edges.map((edge, index) => ({
    ...partiesOf(edge),
    actorIds: actorIdsOf(edge),
    isImpersonated: edge.isImpersonated,
    subjectResource: edge.subjectResource || null,
    ...countsOf(edge),
    scopes: [...new Set([...edge.delegationIds].flatMap((id) => scopes.get(id) ?? []))].sort(),
    people: people[index] ?? 0,
    isNew: (begun.get(edgeKey(edge, parts)) ?? edge.firstAt) >= since,
  }));
}

const partiesOf = ({ applicationId, subjectApplicationId, apiResourceId }: StoredEdge) => ({
  applicationId,
  subjectApplicationId: subjectApplicationId || null,
  apiResourceId: apiResourceId || null,
});

const countsOf = ({ granted, refused, refusals, firstAt, lastAt }: StoredEdge) => ({
  granted,
  refused,
  refusals: exchangeReasonNames
    .map((reason) => ({ reason, ...exchangeReasons[reason], count: refusals.get(reason) ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count),
  firstAt: firstAt.toISOString(),
  lastAt: lastAt.toISOString(),
});

const partsOfTotals = ['applicationId', 'subjectApplicationId', 'apiResourceId'] as const;

/** Totals by the application that exchanged, the one that had obtained the token, and the API resource. */
export async function readExchangeTotals(
  reader: Reader,
  { since, until }: { since: Date; until: Date },
): Promise<ExchangeTotals> {
  const edges = await readEdges(reader, { from: since, until }, partsOfTotals);
  const totals = edges.slice(0, mostEdges).map((edge) => ({ ...partiesOf(edge), ...countsOf(edge) }));
  return { totals, hasMore: edges.length > mostEdges };
}

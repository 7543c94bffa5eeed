// SQL: sums of days over delegations, which are joined to them, and scopes in arrays.
import { day } from '../../domain/durations.ts';
import { emptySketch, estimate, merge } from '../../domain/people-sketch.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Prisma as Client, Transaction } from '../../platform/database/database.ts';
import type { ExchangeReason } from '../../vocabulary/exchanges/exchange-reasons.ts';
import { type DelegationParts, isImpersonated } from './delegations.ts';

type Reader = Client | Transaction;

/** Of which delegations. */
export interface EdgeRecords {
  /** Only exchanges by these applications. */
  applicationIds?: readonly string[];
  /** Only exchanges for tokens for these API resources. */
  apiResourceIds?: readonly string[];
}

/** Which sums to read. */
export interface EdgeCondition extends EdgeRecords {
  /** The first and the last day (UTC). */
  from: Date;
  until: Date;
}

/** Exchanges over delegations that are equal in some parts; the others are empty. */
export interface StoredEdge extends DelegationParts {
  delegationIds: Set<number>;
  /** Whether any of them began with an impersonation, or was refused as the beginning of one. */
  isImpersonated: boolean;
  granted: number;
  refused: number;
  refusals: Map<ExchangeReason, number>;
  firstAt: Date;
  lastAt: Date;
}

interface Sum extends DelegationParts {
  delegationId: number;
  reason: ExchangeReason | '';
  count: number;
  firstAt: Date;
  lastAt: Date;
}

/** The sums of delegations that are equal in these parts, the largest first. */
export async function readEdges(
  reader: Reader,
  condition: EdgeCondition,
  parts: readonly (keyof DelegationParts)[],
): Promise<StoredEdge[]> {
  const sums = await reader.$queryRaw<Sum[]>`
    SELECT d.id AS "delegationId", d.application_id AS "applicationId",
      d.subject_application_id AS "subjectApplicationId", d.chain, d.subject_resource AS "subjectResource",
      d.api_resource_id AS "apiResourceId", sums.reason, sum(sums.count)::float8 AS count,
      min(sums.first_at) AS "firstAt", max(sums.last_at) AS "lastAt"
    FROM exchange_days AS sums JOIN delegations AS d ON d.id = sums.delegation_id
    WHERE ${ofDays(condition)} AND ${ofDelegations(condition)} GROUP BY d.id, sums.reason ORDER BY d.id`;
  const edges = new Map<string, StoredEdge>();
  for (const sum of sums) {
    const key = edgeKey(sum, parts);
    const edge = edges.get(key) ?? edgeOf(sum, parts);
    edges.set(key, edge);
    addTo(edge, sum);
  }
  return [...edges.values()].sort((one, other) => sizeOf(other) - sizeOf(one));
}

/** Identifies an edge by the parts in which its delegations are equal. */
export const edgeKey = (of: DelegationParts, parts: readonly (keyof DelegationParts)[]): string =>
  parts.map((part) => of[part]).join('\n');

/** Time of the first exchange ever, by key of the edge: a delegation that was not used in some days can be older. */
export async function readBegun(
  reader: Reader,
  condition: EdgeRecords,
  parts: readonly (keyof DelegationParts)[],
): Promise<Map<string, Date>> {
  const rows = await reader.$queryRaw<(DelegationParts & { begunAt: Date })[]>`
    SELECT d.application_id AS "applicationId", d.subject_application_id AS "subjectApplicationId", d.chain,
      d.subject_resource AS "subjectResource", d.api_resource_id AS "apiResourceId", d.first_at AS "begunAt"
    FROM delegations AS d WHERE ${ofDelegations(condition)} ORDER BY d.first_at DESC`;
  return new Map(rows.map((row) => [edgeKey(row, parts), row.begunAt]));
}

const sizeOf = ({ granted, refused }: StoredEdge): number => granted + refused;

const noParts: DelegationParts = {
  applicationId: '',
  subjectApplicationId: '',
  chain: '',
  subjectResource: '',
  apiResourceId: '',
};

const edgeOf = (sum: Sum, parts: readonly (keyof DelegationParts)[]): StoredEdge => ({
  ...noParts,
  ...Object.fromEntries(parts.map((part) => [part, sum[part]])),
  delegationIds: new Set(),
  isImpersonated: false,
  granted: 0,
  refused: 0,
  refusals: new Map(),
  firstAt: sum.firstAt,
  lastAt: sum.lastAt,
});

function addTo(edge: StoredEdge, { delegationId, chain, reason, count, firstAt, lastAt }: Sum): void {
  edge.delegationIds.add(delegationId);
  edge.isImpersonated ||= isImpersonated({ chain });
  if (reason === '') {
    edge.granted += count;
  } else {
    edge.refused += count;
    edge.refusals.set(reason, (edge.refusals.get(reason) ?? 0) + count);
  }
  if (firstAt < edge.firstAt) edge.firstAt = firstAt;
  if (lastAt > edge.lastAt) edge.lastAt = lastAt;
}

const textOf = (time: Date): string => time.toISOString().slice(0, 10);

const ofDays = ({ from, until }: Pick<EdgeCondition, 'from' | 'until'>): Prisma.Sql =>
  Prisma.sql`day >= ${textOf(from)}::date AND day <= ${textOf(until)}::date`;

function ofDelegations({ applicationIds, apiResourceIds }: EdgeRecords): Prisma.Sql {
  const conditions = [Prisma.sql`true`];
  if (applicationIds) conditions.push(Prisma.sql`d.application_id = ANY(${applicationIds})`);
  if (apiResourceIds) conditions.push(Prisma.sql`d.api_resource_id = ANY(${apiResourceIds})`);
  return Prisma.join(conditions, ' AND ');
}

/** The scopes that were granted over delegations in these days, sorted, by id of the delegation. */
export async function readScopes(
  reader: Reader,
  days: Pick<EdgeCondition, 'from' | 'until'>,
  delegationIds: readonly number[],
): Promise<Map<number, string[]>> {
  const rows = await reader.$queryRaw<{ delegationId: number; scopes: string[] }[]>`
    SELECT delegation_id AS "delegationId", array_agg(DISTINCT scope COLLATE "C") AS scopes
    FROM exchange_days, unnest(scopes) AS scope
    WHERE ${ofDays(days)} AND delegation_id = ANY(${delegationIds}::int[]) GROUP BY delegation_id`;
  return new Map(rows.map(({ delegationId, scopes }) => [delegationId, scopes]));
}

/** Days of which people are read at a time: 8 MB for a thousand delegations. */
const daysOfPeople = 30;

/** The number of people who got tokens over some delegations in these days, an estimate for each group. */
export async function estimatePeople(
  reader: Reader,
  { from, until }: Pick<EdgeCondition, 'from' | 'until'>,
  groups: readonly ReadonlySet<number>[],
): Promise<number[]> {
  const sketches = groups.map(emptySketch);
  const all = groups.flatMap((group, index) => [...group].map((id) => [id, index] as const));
  const groupOf = new Map(all);
  const delegationIds = [...groupOf.keys()];
  for (let first = from; first <= until; first = new Date(first.getTime() + daysOfPeople * day)) {
    const last = new Date(Math.min(first.getTime() + (daysOfPeople - 1) * day, until.getTime()));
    const rows = await reader.$queryRaw<{ delegationId: number; registers: Uint8Array }[]>`
      SELECT delegation_id AS "delegationId", registers FROM exchange_people
      WHERE ${ofDays({ from: first, until: last })} AND delegation_id = ANY(${delegationIds}::int[])`;
    for (const { delegationId, registers } of rows) {
      const sketch = sketches[groupOf.get(delegationId) ?? -1];
      if (sketch) merge(sketch, registers);
    }
  }
  return sketches.map(estimate);
}

// SQL: records of many exchanges by their keys, in one statement, on the connections of the ledger.
import { wordsOf } from '../../domain/text.ts';
import { otherSpelling } from '../../domain/oauth/resource-indicator.ts';
import { anyOther } from '../../vocabulary/exchanges/exchange-limits.ts';
import { impersonationMark } from '../../vocabulary/token-exchange.ts';
import type { Database } from '../../platform/database/database.ts';

/** The common part of exchanges; `delegations` in the database describes its fields. */
export interface DelegationParts {
  applicationId: string;
  subjectApplicationId: string;
  chain: string;
  subjectResource: string;
  apiResourceId: string;
}

/** The applications that act, the last one first, as in the claim `act`. */
export const actorIdsOf = ({ applicationId, chain }: Pick<DelegationParts, 'applicationId' | 'chain'>): string[] => [
  applicationId,
  ...wordsOf(chain).filter((word) => word !== impersonationMark),
];

/** Whether it began with an impersonation. */
export const isImpersonated = ({ chain }: Pick<DelegationParts, 'chain'>): boolean =>
  wordsOf(chain).includes(impersonationMark);

/** Delegations at most; beyond, new ones differ in their applications and the API resource only. */
const maxDelegations = 20_000;

const partNames = ['applicationId', 'subjectApplicationId', 'chain', 'subjectResource', 'apiResourceId'] as const;
const keys = 'application_id, subject_application_id, chain, subject_resource, api_resource_id';
const parameters = `unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[]) WITH ORDINALITY AS given (${keys}, ordinal)`;

const find = `
  SELECT ordinal::int, id, first_at AS "firstAt", started_at IS NOT NULL AS "isStarted" FROM ${parameters} JOIN delegations USING (${keys})`;
// Sorted, so that concurrent processes lock rows in the same order.
const add = `
  INSERT INTO delegations (${keys}, first_at) SELECT DISTINCT ${keys}, $6::timestamptz FROM ${parameters}
  WHERE $7 OR (SELECT count(*) FROM delegations) < ${maxDelegations} ORDER BY ${keys}
  ON CONFLICT DO NOTHING`;

type LedgerDatabase = Pick<Database, 'ledgerPool'>;

/** The text of all parts: ids and resource indicators have no line breaks. */
export const delegationKey = (parts: DelegationParts): string => partNames.map((name) => parts[name]).join('\n');

/** A delegation, and whether the event of its first token was emitted. */
export interface KnownDelegation {
  id: number;
  /** With the id, it identifies the delegation also after a failover that has lost it: ids are given again. */
  firstAt: Date;
  isStarted: boolean;
}

/** Finds or adds delegations, by their keys. */
export async function findDelegations(
  database: LedgerDatabase,
  all: readonly DelegationParts[],
  now: Date,
): Promise<Map<string, KnownDelegation>> {
  const delegations = new Map<string, KnownDelegation>();
  const missing = () => all.filter((parts) => !delegations.has(delegationKey(parts)));
  const attempts = [
    (parts: DelegationParts) => parts,
    ({ chain, subjectResource, ...parts }: DelegationParts) => ({
      ...parts,
      chain: isImpersonated({ chain }) ? `${anyOther} ${impersonationMark}` : chain && anyOther,
      subjectResource: subjectResource && anyOther,
    }),
  ];
  for (const [attempt, storedAs] of attempts.entries()) {
    for (const adds of [false, true]) {
      const rest = missing();
      if (!rest.length) return delegations;
      const values = valuesOf(rest.map(storedAs));
      if (adds) await database.ledgerPool.query(add, [...values, now, attempt > 0]);
      const { rows } = await database.ledgerPool.query<{ ordinal: number } & KnownDelegation>(find, values);
      for (const { ordinal, ...delegation } of rows)
        delegations.set(delegationKey(rest[ordinal - 1] as DelegationParts), delegation);
    }
  }
  return delegations;
}

const valuesOf = (all: readonly DelegationParts[]): string[][] =>
  partNames.map((name) => all.map((parts) => parts[name]));

const findResources = `
  SELECT given.indicator, found.id FROM unnest($1::text[], $2::text[]) AS given (indicator, other_spelling)
  CROSS JOIN LATERAL (
    SELECT id FROM api_resources WHERE indicator IN (given.indicator, other_spelling)
    ORDER BY indicator = given.indicator DESC LIMIT 1
  ) AS found`;

/** The ids of the API resources with these indicators, in any spelling. Those that do not exist are missing. */
export async function apiResourceIds(
  database: LedgerDatabase,
  indicators: ReadonlySet<string>,
): Promise<Map<string, string>> {
  if (!indicators.size) return new Map();
  const all = [...indicators];
  const values = [all, all.map((indicator) => otherSpelling(indicator) ?? null)];
  const { rows } = await database.ledgerPool.query<{ indicator: string; id: string }>(findResources, values);
  return new Map(rows.map(({ indicator, id }) => [indicator, id]));
}

const unstarted = `
  SELECT d.id, min(sums.first_at) AS at
  FROM delegations AS d JOIN exchange_days AS sums ON sums.delegation_id = d.id AND sums.reason = ''
    JOIN applications ON applications.id = d.application_id
  WHERE d.started_at IS NULL GROUP BY d.id ORDER BY d.id LIMIT 1000`;

/** Delegations without an event whose tokens were counted, and the time of the first; of applications that exist. */
export async function unstartedDelegations({ pool }: Pick<Database, 'pool'>): Promise<{ id: number; at: Date }[]> {
  const { rows } = await pool.query<{ id: number; at: Date }>(unstarted);
  return rows;
}

// SQL: pages of a partitioned table, for many delegations by the newest rows of each, which Prisma cannot express.
import { Prisma } from '../../generated/prisma/client.ts';
import type { Prisma as Client, Transaction } from '../../platform/database/database.ts';
import { day, minute } from '../../domain/durations.ts';
import { leastUuidAt, timeOfUuid } from '../../platform/ids/ids.ts';
import { groupedByTime, type Window, windowsOf } from './windows.ts';
import type { ExchangeReason } from '../../vocabulary/exchanges/exchange-reasons.ts';
import type { ExchangeOutcome } from '../../vocabulary/token-exchange.ts';

type Reader = Client | Transaction;

/** Which exchanges to read. */
export interface ExchangeCondition {
  /** Only those of these organizations. */
  organizationIds?: readonly string[] | undefined;
  userId?: string | undefined;
  impersonatorId?: string | undefined;
  applicationId?: string | undefined;
  subjectApplicationId?: string | undefined;
  /** An application anywhere in the chain. */
  actorId?: string | undefined;
  apiResourceId?: string | undefined;
  transactionId?: string | undefined;
  outcome?: ExchangeOutcome | undefined;
  reason?: ExchangeReason | undefined;
  since?: Date | undefined;
  until?: Date | undefined;
}

/** An exchange with its delegation. */
export interface StoredExchange {
  id: string;
  at: Date;
  position: bigint | null;
  userId: string | null;
  impersonatorId: string | null;
  organizationId: string | null;
  granted: string | null;
  dropped: string | null;
  reason: ExchangeReason | null;
  txn: string | null;
  parent: string | null;
  traceId: string | null;
  applicationId: string;
  subjectApplicationId: string;
  chain: string;
  apiResourceId: string;
}

/** Newest first: those after the id of a row. */
export async function findExchanges(
  reader: Reader,
  condition: ExchangeCondition,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<StoredExchange[]> {
  const plan = await planOf(reader, condition);
  const rows: StoredExchange[] = [];
  if (!plan) return rows;
  for (const window of await windowsOf(reader, timesOf(condition, after))) {
    const further = after === undefined ? within(window) : [...within(window), Prisma.sql`id < ${after}::uuid`];
    const end = Prisma.sql`ORDER BY id DESC LIMIT ${limit - rows.length}`;
    const next = await reader.$queryRaw<StoredExchange[]>`
      SELECT ${exchangeColumns} FROM ${rowsOf(plan, further, end)} AS e
      JOIN delegations AS d ON d.id = e.delegation_id ORDER BY e.id DESC`;
    rows.push(...next);
    if (rows.length >= limit) break;
  }
  return rows;
}

/** Counts at most `most`. */
export async function countExchanges(reader: Reader, condition: ExchangeCondition, most: number): Promise<number> {
  const plan = await planOf(reader, condition);
  let counted = 0;
  if (!plan) return counted;
  for (const window of await windowsOf(reader, timesOf(condition))) {
    const end = Prisma.sql`LIMIT ${most - counted}`;
    const [row] = await reader.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM ${rowsOf(plan, within(window), end)} AS e`;
    counted += row?.count ?? 0;
    if (counted >= most) break;
  }
  return counted;
}

/** An exchange; undefined unless it is of one of these organizations, if there are any. */
export async function findExchange(
  reader: Reader,
  id: string,
  organizationIds: readonly string[] | undefined,
): Promise<StoredExchange | undefined> {
  const within = organizationIds && Prisma.sql`AND e.organization_id = ANY(${organizationIds})`;
  const [row] = await reader.$queryRaw<StoredExchange[]>`
    SELECT ${exchangeColumns} FROM exchanges AS e JOIN delegations AS d ON d.id = e.delegation_id
    WHERE e.id = ${id}::uuid ${within ?? Prisma.empty}`;
  return row;
}

/** Exchanges of a chain that are read with the others. */
export const maxOfChain = 100;

/** The newest exchanges of chains, those of each by its time. */
export async function findChains(
  reader: Reader,
  transactionIds: readonly string[],
  organizationIds: readonly string[] | undefined,
): Promise<StoredExchange[]> {
  const rows: StoredExchange[] = [];
  for (const ids of groupedByTime(transactionIds)) rows.push(...(await findGroup(reader, ids, organizationIds)));
  return rows;
}

async function findGroup(
  reader: Reader,
  ids: readonly string[],
  organizationIds: readonly string[] | undefined,
): Promise<StoredExchange[]> {
  const inside = organizationIds && Prisma.sql`AND organization_id = ANY(${organizationIds})`;
  const windows = ids.map(timesOfChain);
  const lower = windows.map(({ from }) => leastUuidAt(from));
  const upper = windows.map(({ until }) => leastUuidAt(until));
  // The bounds of all chains are parameters, those of each are only known while the statement runs.
  return reader.$queryRaw<StoredExchange[]>`
    SELECT ${exchangeColumns} FROM unnest(${ids}::uuid[], ${lower}::uuid[], ${upper}::uuid[]) AS chain (key, lower, upper)
    CROSS JOIN LATERAL (
      SELECT * FROM exchanges
      WHERE (txn = chain.key OR id = chain.key) AND id >= chain.lower AND id < chain.upper
        AND id >= ${lower[0]}::uuid AND id < ${upper.at(-1)}::uuid ${inside ?? Prisma.empty}
      ORDER BY id DESC LIMIT ${maxOfChain}
    ) AS e JOIN delegations AS d ON d.id = e.delegation_id ORDER BY e.id DESC`;
}

/** The columns of `StoredExchange`, from exchanges as e and delegations as d. */
export const exchangeColumns = Prisma.sql`
  e.id::text, e.at, e.position, e.user_id AS "userId", e.impersonator_id AS "impersonatorId", e.organization_id AS "organizationId", e.granted, e.dropped,
  e.reason, e.txn::text, e.parent::text, e.trace_id::text AS "traceId", d.application_id AS "applicationId",
  d.subject_application_id AS "subjectApplicationId", d.chain, d.api_resource_id AS "apiResourceId"`;

/** The plan by which rows are found: those of each value of an indexed column, or all at once. */
interface Plan {
  each?: { column: Prisma.Sql; values: readonly (string | number)[]; type: Prisma.Sql };
  where: Prisma.Sql[];
}

/** Delegations whose newest rows are read one by one. */
const maxEach = 1000;

/** Undefined if nothing can match. */
async function planOf(reader: Reader, condition: ExchangeCondition): Promise<Plan | undefined> {
  const { organizationIds, userId, impersonatorId, transactionId } = condition;
  if (organizationIds?.length === 0) return undefined;
  const delegations = await delegationsOf(reader, condition);
  if (delegations?.length === 0) return undefined;
  const where = conditionsOf(condition);
  const isNarrow = userId !== undefined || impersonatorId !== undefined || transactionId !== undefined;
  if (delegations && !isNarrow && delegations.length <= maxEach) {
    if (organizationIds) where.push(Prisma.sql`organization_id = ANY(${organizationIds})`);
    return { each: { column: Prisma.sql`delegation_id`, values: delegations, type: Prisma.sql`int[]` }, where };
  }
  if (delegations) where.push(Prisma.sql`delegation_id = ANY(${delegations}::int[])`);
  if (organizationIds && !isNarrow)
    return { each: { column: Prisma.sql`organization_id`, values: organizationIds, type: Prisma.sql`text[]` }, where };
  if (organizationIds) where.push(Prisma.sql`organization_id = ANY(${organizationIds})`);
  return { where };
}

/** Ids of the delegations that a condition names; undefined if it names none. */
async function delegationsOf(reader: Reader, condition: ExchangeCondition): Promise<number[] | undefined> {
  const { applicationId, subjectApplicationId, actorId, apiResourceId } = condition;
  const parts = [
    applicationId !== undefined && Prisma.sql`application_id = ${applicationId}`,
    subjectApplicationId !== undefined && Prisma.sql`subject_application_id = ${subjectApplicationId}`,
    actorId !== undefined && Prisma.sql`(application_id = ${actorId} OR ${actorId} = ANY(string_to_array(chain, ' ')))`,
    apiResourceId !== undefined && Prisma.sql`api_resource_id = ${apiResourceId}`,
  ].filter((part) => part !== false);
  if (!parts.length) return undefined;
  const rows = await reader.$queryRaw<{ id: number }[]>`
    SELECT id FROM delegations WHERE ${Prisma.join(parts, ' AND ')}`;
  return rows.map(({ id }) => id);
}

function conditionsOf({ userId, impersonatorId, transactionId, outcome, reason }: ExchangeCondition): Prisma.Sql[] {
  return [
    userId !== undefined && Prisma.sql`user_id = ${userId}`,
    impersonatorId !== undefined && Prisma.sql`impersonator_id = ${impersonatorId}`,
    transactionId !== undefined && Prisma.sql`(txn = ${transactionId}::uuid OR id = ${transactionId}::uuid)`,
    outcome === 'GRANTED' && Prisma.sql`reason IS NULL`,
    outcome === 'REFUSED' && Prisma.sql`reason IS NOT NULL`,
    reason !== undefined && Prisma.sql`reason = ${reason}`,
  ].filter((part) => part !== false);
}

/** The times in which rows can match, those before the id of a row. */
function timesOf({ since, until, transactionId }: ExchangeCondition, after?: string): Partial<Window> {
  const ofChain = transactionId === undefined ? [] : [timesOfChain(transactionId)];
  const begins = [since ?? [], ofChain.map(({ from }) => from)].flat();
  const ends = [until ?? [], ofChain.map((window) => window.until)].flat();
  if (after !== undefined) ends.push(new Date(timeOfUuid(after).getTime() + 1));
  return {
    ...(begins.length > 0 && { from: new Date(Math.max(...begins.map(Number))) }),
    ...(ends.length > 0 && { until: new Date(Math.min(...ends.map(Number))) }),
  };
}

/**
 * The times of a chain. No token outlives the first one, which lives at most a day, so the others are in the partitions
 * of that day and the next; the clocks of processes can differ.
 */
function timesOfChain(id: string): Window {
  const first = timeOfUuid(id).getTime();
  return { from: new Date(first - minute), until: new Date(first + day + minute) };
}

const within = ({ from, until }: Window): Prisma.Sql[] => [
  Prisma.sql`id >= ${leastUuidAt(from)}::uuid`,
  Prisma.sql`id < ${leastUuidAt(until)}::uuid`,
];

/** A row source with these columns; `end` is the order and limit of it, and of the rows of each value. */
function rowsOf({ each, where }: Plan, further: readonly Prisma.Sql[], end: Prisma.Sql): Prisma.Sql {
  const key = each ? [Prisma.sql`${each.column} = part.key`] : [];
  const all = [...key, ...where, ...further];
  const condition = all.length ? Prisma.sql`WHERE ${Prisma.join(all, ' AND ')}` : Prisma.empty;
  const rows = Prisma.sql`(SELECT * FROM exchanges ${condition} ${end})`;
  if (!each) return rows;
  return Prisma.sql`(
    SELECT of_part.* FROM unnest(${each.values}::${each.type}) AS part (key) CROSS JOIN LATERAL ${rows} AS of_part ${end}
  )`;
}

import { z } from 'zod';
import { day } from '../domain/durations.ts';
import { invalidCursor } from '../domain/failure.ts';
import { validOrRefused } from '../domain/problems.ts';
import { timeSchema } from '../domain/times.ts';
import type { Actor } from '../kernel/actor.ts';
import type { Prisma, Transaction } from '../platform/database/database.ts';
import { isUuid } from '../platform/ids/ids.ts';
import {
  countExchanges,
  type ExchangeCondition,
  findChains,
  findExchange,
  findExchanges,
  type StoredExchange,
} from '../store/exchanges/find-exchanges.ts';
import { type ActedFor, readActedFor } from '../store/exchanges/acted-for.ts';
import { exchangeReasonNames, exchangeReasons } from '../vocabulary/exchanges/exchange-reasons.ts';
import type { actedForShape, Exchange } from '../vocabulary/exchanges/exchange-shapes.ts';
import { idOf } from '../vocabulary/ids.ts';
import { exchangeOutcomes } from '../vocabulary/token-exchange.ts';
import { linkFilter, linksIn, timeFilter } from './conditions.ts';
import { intersection, reachOf } from './list.ts';
import { reachOfLink, totalOf, type Total, withoutNulls } from './page.ts';
import { wordsOf } from '../domain/text.ts';
import { actorIdsOf } from '../store/exchanges/delegations.ts';

export const exchangesPermission = 'exchanges:read';

/** Conditions of the ledger, all optional: fields of the GraphQL filter, and query parameters of REST. */
export const exchangeFilter = z.strictObject({
  userId: linkFilter('user', 'Only exchanges for this person.'),
  impersonatorId: linkFilter('user', 'Only exchanges in which this administrator acted as the person.'),
  applicationId: linkFilter('application', 'Only exchanges by this application.'),
  subjectApplicationId: linkFilter('application', 'Only exchanges of tokens that this application had obtained.'),
  actorId: linkFilter('application', 'Only exchanges in whose chain of actors this application is anywhere.'),
  apiResourceId: linkFilter('apiResource', 'Only exchanges for tokens for this API resource.'),
  organizationId: linkFilter('organization', 'Only exchanges that were confined to this organization.'),
  transactionId: idOf()
    .refine(isUuid, 'Must be a UUID.')
    .optional()
    .describe('Only exchanges of this chain: the claim `txn` of its tokens.'),
  outcome: z.enum(exchangeOutcomes).optional().describe('Only exchanges with this outcome.'),
  reason: z.enum(exchangeReasonNames).optional().describe('Only exchanges that were refused for this reason.'),
  since: timeFilter('Only exchanges at this time or later.'),
  until: timeFilter('Only exchanges before this time.'),
});

type Reader = Prisma | Transaction;

/** Exchanges that a caller may read. */
export interface VisibleExchanges {
  condition: ExchangeCondition;
  /** Whether the caller may read all of them: positions count the events of all organizations. */
  showsPosition: boolean;
}

/** The organizations whose exchanges an actor may read; undefined: all. Throws FORBIDDEN if there are none. */
export function exchangeOrganizations(actor: Actor): readonly string[] | undefined {
  const reach = reachOf(actor, exchangesPermission);
  return reach === 'all' ? undefined : reach;
}

/** The condition of a request. Throws FORBIDDEN, and BAD_USER_INPUT at a field of the filter. */
export function visibleExchanges(actor: Actor, input: unknown): VisibleExchanges {
  const reach = reachOf(actor, exchangesPermission);
  const filter = validOrRefused(exchangeFilter, withoutNulls(input), 'Invalid filter.');
  const links = linksIn(exchangeFilter, filter).map((link) => reachOfLink(actor, link));
  const within = [reach, ...links].reduce(intersection);
  const { organizationId, since, until, ...condition } = filter;
  const named = organizationId === undefined ? within : intersection(within, [organizationId]);
  return {
    condition: {
      ...condition,
      organizationIds: named === 'all' ? undefined : named,
      since: since === undefined ? undefined : new Date(since),
      until: until === undefined ? undefined : new Date(until),
    },
    showsPosition: reach === 'all',
  };
}

/** A page, the newest first, and whether there are more. Throws INVALID_CURSOR at `path`. */
export async function readExchangePage(
  reader: Reader,
  { condition, showsPosition }: VisibleExchanges,
  { after, size, path }: { after?: string | undefined; size: number; path: string },
): Promise<{ exchanges: Exchange[]; hasMore: boolean }> {
  if (after !== undefined && !isUuid(after)) throw invalidCursor('Not a cursor of `exchanges`.', path);
  const rows = await findExchanges(reader, condition, { after, limit: size + 1 });
  return { exchanges: rows.slice(0, size).map((row) => exchangeOf(row, showsPosition)), hasMore: rows.length > size };
}

export const countVisible = async (reader: Reader, { condition }: VisibleExchanges, bound: number): Promise<Total> =>
  totalOf(await countExchanges(reader, condition, bound + 1), bound);

/** An exchange; undefined if there is none that the actor may read. Throws FORBIDDEN. */
export async function readExchange(reader: Reader, actor: Actor, id: string): Promise<Exchange | undefined> {
  const organizationIds = exchangeOrganizations(actor);
  const row = isUuid(id) ? await findExchange(reader, id, organizationIds) : undefined;
  return row && exchangeOf(row, organizationIds === undefined);
}

/** The exchanges of chains that the actor may read, by id of the chain, the newest first. Throws FORBIDDEN. */
export async function readChains(
  reader: Reader,
  actor: Actor,
  transactionIds: readonly string[],
): Promise<Map<string, Exchange[]>> {
  const organizationIds = exchangeOrganizations(actor);
  const rows = await findChains(reader, [...new Set(transactionIds)], organizationIds);
  return Map.groupBy(
    rows.map((row) => exchangeOf(row, organizationIds === undefined)),
    ({ transactionId }) => transactionId,
  );
}

/** An exchange as callers read it. */
export function exchangeOf(row: StoredExchange, showsPosition: boolean): Exchange {
  const { id, reason, granted, dropped, userId, impersonatorId, organizationId } = row;
  const refusal = reason === null ? null : exchangeReasons[reason];
  return {
    id,
    at: row.at.toISOString(),
    outcome: reason === null ? 'GRANTED' : 'REFUSED',
    error: refusal?.error ?? null,
    reason,
    description: refusal?.description ?? null,
    ...partiesOf(row),
    subjectApplicationId: row.subjectApplicationId || null,
    apiResourceId: row.apiResourceId || null,
    userId,
    impersonatorId,
    organizationId,
    requestedScopes: dropped === null ? null : [...wordsOf(granted ?? ''), ...wordsOf(dropped)],
    grantedScopes: granted === null ? null : wordsOf(granted),
    position: showsPosition && row.position !== null ? Number(row.position) : null,
    traceId: row.traceId?.replaceAll('-', '') ?? null,
    transactionId: row.txn ?? id,
    parentId: row.parent,
  };
}

const partiesOf = ({ applicationId, chain }: { applicationId: string; chain: string }) => ({
  applicationId,
  actorIds: actorIdsOf({ applicationId, chain }),
});

export const actedForQuery = z.strictObject({
  since: timeSchema.nullish().describe('Only exchanges at this time or later; of the last 30 days if omitted.'),
});

/** Validates the time of a caller. Throws BAD_USER_INPUT at `since`. */
export function readActedForSince(input: unknown, now: Date): Date {
  const { since } = validOrRefused(actedForQuery, input);
  return since == null ? new Date(now.getTime() - 30 * day) : new Date(since);
}

type Acted = z.output<typeof actedForShape>;

/** The actions of applications for people, by id of the person, as far as the actor may read them. Throws FORBIDDEN. */
export async function actedForPeople(
  reader: Reader,
  actor: Actor,
  { userIds, since }: { userIds: readonly string[]; since: Date },
): Promise<Map<string, Acted[]>> {
  const byPerson = await readActedFor(reader, userIds, since, exchangeOrganizations(actor));
  return new Map([...byPerson].map(([userId, ofPerson]) => [userId, ofPerson.map(actedOf)]));
}

const actedOf = (row: ActedFor): Acted => ({
  ...partiesOf(row),
  subjectApplicationId: row.subjectApplicationId,
  apiResourceId: row.apiResourceId,
  impersonatorIds: row.impersonatorIds,
  count: row.count,
  scopes: row.scopes,
  firstAt: row.firstAt.toISOString(),
  lastAt: row.lastAt.toISOString(),
});

// SQL: one parameter for any number of rows, and parts of a JSON array.
import {
  countHolders,
  type Holder,
  holdersIn,
  isShortened,
  type RoleDeletion,
  roleDeletions,
} from '../domain/events/holders.ts';
import { Prisma as Sql } from '../generated/prisma/client.ts';
import type { Prisma, Transaction } from '../platform/database/database.ts';
import { assignmentsOf, roleColumnOf } from './records/role-holders.ts';

/** Holders per row, at most. */
const portion = 1000;

/** A holder as it is stored: its fields in this order. */
type Stored = readonly (string | null)[];
export const holderFields = [
  'userId',
  'applicationId',
  'organizationId',
  'organizationInvitationId',
  'domain',
  'identityProviderId',
] as const;

/** Rows of "event_holders" of an event, for a statement that inserts them. */
export function holderRows(eventId: string, holders: readonly Holder[]): object[] {
  const rows: object[] = [];
  for (let first = 0; first < holders.length; first += portion) {
    const stored = holders
      .slice(first, first + portion)
      .map((holder): Stored => holderFields.map((field) => holder[field]));
    rows.push({ event_id: eventId, first, holders: stored });
  }
  return rows;
}

/** Stores the holders of events whose data has the first ones. */
export async function saveHolders(tx: Transaction, rows: readonly object[]): Promise<void> {
  if (!rows.length) return;
  await tx.$executeRaw`
    INSERT INTO event_holders (event_id, first, holders) SELECT event_id, first, holders
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS given (event_id text, first int, holders jsonb)`;
}

/** An event as it is stored. */
interface Row {
  id: string;
  type: string;
  data: unknown;
}

/** Part of the holders of an event, in the order of the event: from one index to before another. */
export async function readHolders(
  prisma: Pick<Prisma, '$queryRaw'>,
  { id, type, data: stored }: Row,
  [from, to]: readonly [from: number, to: number],
): Promise<Holder[]> {
  const data = stored as Record<string, unknown>;
  if (!isShortened(type, data)) return holdersIn(type, data).slice(from, to);
  const rows = await prisma.$queryRaw<{ first: number; holders: Stored[] }[]>`
    SELECT first, holders FROM event_holders
    WHERE event_id = ${id} AND first > ${from - portion} AND first < ${to} ORDER BY first`;
  const start = rows[0]?.first ?? 0;
  return rows
    .flatMap(({ holders }) => holders)
    .slice(Math.max(from - start, 0), to - start)
    .map(
      (stored) =>
        Object.fromEntries(holderFields.map((field, index) => [field, stored[index] ?? null])) as unknown as Holder,
    );
}

/** The list of the holders of an event. */
interface HolderList {
  /** Number of holders. */
  total: number;
  /** Number of those that can be read by now. */
  stored: number;
  /** Whether there will be no more: those of many holders are stored after the deletion (store/deleted-roles.ts). */
  isComplete: boolean;
}

export async function readHolderList(
  prisma: Pick<Prisma, '$queryRaw'>,
  { id, type, data: stored }: Row,
): Promise<HolderList> {
  const data = stored as Record<string, unknown>;
  const total = countHolders(type, data);
  if (!isShortened(type, data)) return { total, stored: total, isComplete: true };
  const [row] = await prisma.$queryRaw<Omit<HolderList, 'total'>[]>`
    SELECT coalesce((
      SELECT first + jsonb_array_length(holders) FROM event_holders WHERE event_id = ${id} ORDER BY first DESC LIMIT 1
    ), 0) AS stored, NOT (${isAssigned(type as RoleDeletion, data)}) AS "isComplete"`;
  return { total, stored: 0, isComplete: true, ...row };
}

/** Whether there are assignments of the role of the event. */
function isAssigned(type: RoleDeletion, data: Record<string, unknown>): Sql.Sql {
  const { id } = data[roleDeletions[type]] as { id: string };
  const role = Sql.raw(roleColumnOf(type));
  const each = assignmentsOf[type].map(
    ({ table }) => Sql.sql`EXISTS (SELECT FROM ${Sql.raw(table)} WHERE ${role} = ${id})`,
  );
  return Sql.join(each, ' OR ');
}

import { countHolders, type Holder, holdersIn, isShortened } from '../domain/event-holders.ts';
import type { Prisma, Transaction } from '../platform/database/database.ts';

/** Holders per row. */
const portion = 1000;

/** A holder as it is stored: its fields in this order. Earlier versions stored the first three. */
type Stored = readonly (string | null)[];
const fields = ['userId', 'applicationId', 'organizationId', 'organizationInvitationId', 'domain'] as const;

/** Rows of "event_holders" of an event, for a statement that inserts them. */
export function holderRows(eventId: string, holders: readonly Holder[]): object[] {
  const rows: object[] = [];
  for (let first = 0; first < holders.length; first += portion) {
    const stored = holders.slice(first, first + portion).map((holder): Stored => fields.map((field) => holder[field]));
    rows.push({ event_id: eventId, first, holders: stored });
  }
  return rows;
}

/** Stores all holders of events whose data has the first ones. */
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
      (stored) => Object.fromEntries(fields.map((field, index) => [field, stored[index] ?? null])) as unknown as Holder,
    );
}

/** Number of holders of an event. */
export const holderCount = ({ type, data }: Row): number => countHolders(type, data as Record<string, unknown>);

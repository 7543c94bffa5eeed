import { z } from 'zod';
import { day } from '../domain/durations.ts';
import { endingTypes, revocationsOf } from '../domain/events/revocations.ts';
import { invalidCursor } from '../domain/failure.ts';
import { timeSchema } from '../domain/times.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Prisma, Transaction } from '../platform/database/database.ts';
import { assignPositions } from '../store/event-positions.ts';
import { findEndings, headOf, positionBefore } from '../store/revocations.ts';
import type { Revocation } from '../vocabulary/exchanges/revocations.ts';

export const revocationsPermission = 'revocations:read';

/** Entries of a page: more than those of other lists, because a verifier reads a whole day when it starts. */
export const revocationPageSize = 1000;

const size = z.int().min(1).max(revocationPageSize).default(revocationPageSize);
const sizeText = `Number of entries, ${revocationPageSize} by default and at most. A page has more if one event ended more.`;
const since = timeSchema
  .optional()
  .describe('Only what ended at this time or later; by default a day ago, the longest lifetime of an access token.');

/** The arguments of GraphQL, and the query parameters of REST, besides the cursor. */
export const revocationArguments = z.strictObject({ since, first: size.describe(sizeText) });
export const revocationQuery = z.strictObject({ since, limit: size.describe(sizeText) });

interface PageRequest {
  since: string | undefined;
  /** Position after which to start. */
  after: number | undefined;
  size: number;
  /** The input field of the cursor. */
  path: string;
}

export interface RevocationPage {
  revocations: Revocation[];
  /** Position up to which the log was read. */
  position: number;
  hasMore: boolean;
  /** Everything that was committed before this time has been read; null if there is more, and in a dry run. */
  asOf: Date | null;
}

interface Services {
  prisma: Prisma | Transaction;
  /** Null in a dry run, which reads the log as it is: the last events may lack a position. */
  database: Pick<Database, 'pool'> | null;
  clock: Clock;
}

/**
 * The endings in the order of the log. A page ends with an event, so it can continue after its position without a gap.
 * Throws INVALID_CURSOR for a position that the log does not have.
 */
export async function readRevocations(
  { prisma, database, clock }: Services,
  { since: from, after, size: limit, path }: PageRequest,
): Promise<RevocationPage> {
  const now = clock.now();
  if (database) await assignPositions(database);
  const head = await headOf(prisma);
  if (after !== undefined && after > head) throw invalidCursor('The log does not continue from this cursor.', path);
  const start = from === undefined ? new Date(now.getTime() - day) : new Date(from);
  const begin = after ?? (await positionBefore(prisma, start));
  const range = { types: endingTypes, after: begin, upTo: head, since: start, limit };
  return pageOf(await findEndings(prisma, range), { head, limit, now: database && now });
}

function pageOf(
  events: Awaited<ReturnType<typeof findEndings>>,
  { head, limit, now }: { head: number; limit: number; now: Date | null },
): RevocationPage {
  const revocations: Revocation[] = [];
  let read = 0;
  for (; read < events.length && revocations.length < limit; read++) {
    const event = events[read];
    if (event) revocations.push(...revocationsOf(event));
  }
  const hasMore = read < events.length || events.length === limit;
  const position = hasMore ? Number(events[read - 1]?.position) : head;
  return { revocations, position, hasMore, asOf: hasMore ? null : now };
}

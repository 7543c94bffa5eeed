import type { Database, Prisma, Transaction } from '../../platform/database/database.ts';
import type { ExchangeGap } from './gaps.ts';
import { firstDay } from './partitions.ts';

/** Since when the ledger is complete, but for its gaps. */
interface LedgerState {
  recordedSince: Date | null;
  gaps: ExchangeGap[];
}

/** Gaps of an answer at most. */
const maxGaps = 1000;

/** The state, with the last gaps, the newest first. */
export async function readLedgerState(
  reader: Prisma | Transaction,
  now: Date,
  retentionDays: number,
): Promise<LedgerState> {
  const head = await reader.exchangeHead.findFirst({ select: { recordedSince: true } });
  const gaps = await reader.exchangeGap.findMany({
    select: { cause: true, from: true, until: true, atMost: true },
    orderBy: [{ from: 'desc' }, { id: 'desc' }],
    take: maxGaps,
  });
  return {
    recordedSince: head?.recordedSince ? latest(head.recordedSince, firstDay(now, retentionDays)) : null,
    // A process that records nothing has noted that for the next moments as well.
    gaps: gaps.map((gap) => ({ ...gap, cause: gap.cause as ExchangeGap['cause'], until: earliest(gap.until, now) })),
  };
}

const latest = (one: Date, other: Date): Date => (one > other ? one : other);
const earliest = (one: Date, other: Date): Date => (one < other ? one : other);

/** Notes that exchanges are recorded from now on, unless they were before. */
export async function beginRecording({ prisma }: Pick<Database, 'prisma'>, now: Date): Promise<void> {
  await prisma.exchangeHead.updateMany({ where: { recordedSince: null }, data: { recordedSince: now } });
}

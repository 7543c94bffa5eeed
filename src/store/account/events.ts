import type { Prisma, Transaction } from '../../platform/database/database.ts';
import type { AccountEventActor } from '../../vocabulary/account-shapes.ts';
import type { PositionedEvent } from '../logged-event.ts';

interface Range {
  /** Only events before this position; undefined: from the end of the log. */
  before: bigint | undefined;
  limit: number;
}

/**
 * The events about a user, newest first, as that user sees them: who else caused one has no name, unless it was an
 * application.
 */
export async function readAccountEvents(prisma: Prisma | Transaction, userId: string, { before, limit }: Range) {
  const rows = await prisma.event.findMany({
    where: {
      subjectKind: 'user',
      subjectId: userId,
      position: { not: null, ...(before !== undefined && { lt: before }) },
    },
    select: { id: true, type: true, occurredAt: true, position: true, actor: true, cause: true, data: true },
    orderBy: { position: 'desc' },
    take: limit,
  });
  const events = rows.map(({ position, ...row }) => ({ ...row, position: position ?? 0n, ...partsOf(row) }));
  const names = await namesOf(prisma, events);
  return events.map(({ actor, cause, data, ...event }) => ({
    ...event,
    by: byWhom(actor, userId),
    applicationName: names.get(applicationIn({ actor, cause }) ?? '') ?? null,
    channel: cause.channel,
    changed: (data['changed'] as string[] | undefined) ?? [],
  }));
}

type Parts = Pick<PositionedEvent, 'actor' | 'cause' | 'data'>;

const partsOf = ({ actor, cause, data }: Record<keyof Parts, unknown>): Parts => ({ actor, cause, data }) as Parts;

const byWhom = ({ kind, id }: Parts['actor'], userId: string): AccountEventActor => {
  if (kind === 'user') return id === userId ? 'you' : 'administrator';
  return kind;
};

/** The application that caused an event, or through which the user did. */
const applicationIn = ({ actor, cause }: Pick<Parts, 'actor' | 'cause'>): string | null =>
  actor.kind === 'application' ? actor.id : (cause.applicationIds[0] ?? null);

async function namesOf(prisma: Prisma | Transaction, events: readonly Pick<Parts, 'actor' | 'cause'>[]) {
  const ids = new Set(events.flatMap((event) => applicationIn(event) ?? []));
  if (!ids.size) return new Map<string, string>();
  const select = { id: true, name: true };
  const applications = await prisma.application.findMany({ where: { id: { in: [...ids] } }, select });
  return new Map(applications.map(({ id, name }) => [id, name]));
}

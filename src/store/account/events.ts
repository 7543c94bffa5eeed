import { impersonatorName } from '../../domain/people/impersonation.ts';
import type { Prisma, Transaction } from '../../platform/database/database.ts';
import type { AccountEventActor } from '../../vocabulary/account/account-shapes.ts';
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
  const administrators = await administratorsOf(prisma, events);
  return events.map(({ actor, cause, data, ...event }) => ({
    ...event,
    by: byWhom(actor, userId),
    applicationName: names.get(applicationIn({ actor, cause, data }) ?? '') ?? null,
    administratorName: administrators.get(impersonationIn(data).administratorId ?? '') ?? null,
    reason: impersonationIn(data).reason ?? null,
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

/** The administrator who acts as the user, in the data of an event. */
interface ImpersonationData {
  administratorId?: string;
  applicationId?: string;
  reason?: string;
}

const noImpersonation: ImpersonationData = {};
const impersonationIn = (data: Parts['data']): ImpersonationData =>
  'administratorId' in data ? data : noImpersonation;

/** The application that caused an event, through which the user did, or through which an administrator acts. */
const applicationIn = ({ actor, cause, data }: Parts): string | null =>
  impersonationIn(data).applicationId ?? (actor.kind === 'application' ? actor.id : (cause.applicationIds[0] ?? null));

async function administratorsOf(prisma: Prisma | Transaction, events: readonly Parts[]) {
  const ids = new Set(events.flatMap(({ data }) => impersonationIn(data).administratorId ?? []));
  if (!ids.size) return new Map<string, string | undefined>();
  const select = { id: true, name: true, username: true };
  const administrators = await prisma.user.findMany({ where: { id: { in: [...ids] } }, select });
  return new Map(administrators.map(({ id, ...names }) => [id, impersonatorName(names)]));
}

async function namesOf(prisma: Prisma | Transaction, events: readonly Parts[]) {
  const ids = new Set(events.flatMap((event) => applicationIn(event) ?? []));
  if (!ids.size) return new Map<string, string>();
  const select = { id: true, name: true };
  const applications = await prisma.application.findMany({ where: { id: { in: [...ids] } }, select });
  return new Map(applications.map(({ id, name }) => [id, name]));
}

import { z } from 'zod';
import type { Event } from '../generated/prisma/client.ts';
import type { Prisma, Transaction } from '../platform/database/database.ts';
import { readCause } from '../kernel/event-log.ts';
import { channels, eventTypes } from '../vocabulary/events.ts';
import { subjectKinds } from '../vocabulary/kinds.ts';

/** An event in its public form: as webhooks and GraphQL tell of it. */
export const showEvent = (row: Omit<Event, 'position' | 'sequence'>): z.input<typeof eventShape> => ({
  id: row.id,
  type: row.type as z.input<typeof eventShape>['type'],
  timestamp: row.occurredAt.toISOString(),
  data: row.data as Record<string, unknown>,
  actor: row.actor as z.input<typeof eventShape>['actor'],
  cause: showCause(row.cause),
  subject: { kind: row.subjectKind, id: row.subjectId } as z.input<typeof eventShape>['subject'],
  organizationId: row.organizationId,
});

const showCause = (stored: unknown): z.input<typeof eventShape>['cause'] => {
  const { applicationIds, ...cause } = readCause(stored);
  return { ...cause, applicationIds: [...applicationIds] };
};

/** Events in the order in which they were emitted. */
export async function eventsOf(prisma: Prisma | Transaction, ids: string[]): Promise<object[]> {
  const rows = await prisma.event.findMany({ where: { id: { in: ids } }, orderBy: { sequence: 'asc' } });
  return rows.map(showEvent);
}

export const eventShape = z
  .strictObject({
    id: z.string().describe('Identifier.'),
    type: z.enum(eventTypes).describe('What happened.'),
    timestamp: z.iso.datetime().describe('When it happened.'),
    data: z.record(z.string(), z.unknown()).describe('The changed record without secrets, and what changed.'),
    actor: z
      .strictObject({
        kind: z.enum(['user', 'application', 'platform']).describe('What kind of actor it was.'),
        id: z.string().nullable().describe('Its identifier; null for the platform.'),
      })
      .describe('Who caused it.'),
    cause: z
      .strictObject({
        operation: z.string().describe('Name of the operation.'),
        requestId: z.string().describe('Id of the HTTP request, as in its answer and in the log.'),
        channel: z.enum(channels).describe('Channel through which the change was made.'),
        applicationIds: z
          .array(z.string())
          .describe(
            'Identifiers of the applications that acted for the user: the calling application first, then those that exchanged its token before. Empty when the user acted directly, or an application on its own behalf.',
          ),
      })
      .describe('How it came about.'),
    subject: z
      .strictObject({
        kind: z.enum(subjectKinds).describe('What kind of record it is.'),
        id: z.string().describe('Its identifier; it may be gone by now.'),
      })
      .describe('What it is about.'),
    organizationId: z.string().nullable().describe('The organization it happened in; null outside organizations.'),
  })
  .meta({ id: 'Event', description: 'A fact: something changed, or was refused. Events only ever gain fields.' });

import { z } from 'zod';
import type { Event as StoredEvent } from '../generated/prisma/client.ts';
import type { Prisma, Transaction } from '../platform/database/database.ts';
import { readActor, readCause } from '../kernel/append-events.ts';
import {
  actorKinds,
  actorLabelMeaning,
  channels,
  eventTypes,
  subjectLabelMeaning,
  traceIdMeaning,
} from '../vocabulary/events.ts';
import { subjectKinds } from '../vocabulary/kinds.ts';

/** The public form of an event, the same as in webhook messages. */
export const showEvent = (row: Omit<StoredEvent, 'position' | 'sequence'>): z.input<typeof eventShape> => ({
  id: row.id,
  type: row.type as z.input<typeof eventShape>['type'],
  timestamp: row.occurredAt.toISOString(),
  data: row.data as Record<string, unknown>,
  actor: readActor(row.actor),
  cause: showCause(row.cause),
  subject: { kind: row.subjectKind, id: row.subjectId, label: row.subjectLabel } as z.input<
    typeof eventShape
  >['subject'],
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
    id: z.string().describe('Id.'),
    type: z.enum(eventTypes).describe('Type of the event.'),
    timestamp: z.iso.datetime().describe('When it happened.'),
    data: z.record(z.string(), z.unknown()).describe('The changed record without secrets, and details of the change.'),
    actor: z
      .strictObject({
        kind: z.enum(actorKinds).describe('Kind of actor.'),
        id: z.string().nullable().describe('Id of the actor; null for the platform.'),
        label: z.string().nullable().describe(actorLabelMeaning),
      })
      .describe('Actor that caused the event.'),
    cause: z
      .strictObject({
        operation: z.string().describe('Operation that emitted the event.'),
        requestId: z.string().describe('Id of the HTTP request, as in its response and in the log.'),
        traceId: z.string().nullable().describe(traceIdMeaning),
        channel: z.enum(channels).describe('Channel through which the change was made.'),
        applicationIds: z
          .array(z.string())
          .describe(
            'Ids of the applications that acted for the user: the calling application first, then those that exchanged the token before. Empty if the user acted directly, or an application on its own behalf.',
          ),
      })
      .describe('Request that caused the event.'),
    subject: z
      .strictObject({
        kind: z.enum(subjectKinds).describe('Kind of record.'),
        id: z.string().describe('Id of the record, which may have been deleted.'),
        label: z.string().nullable().describe(subjectLabelMeaning),
      })
      .describe('Record that the event is about.'),
    organizationId: z.string().nullable().describe('Organization of the event; null outside organizations.'),
  })
  .meta({ id: 'Event', description: 'Something that changed, or was refused. Later versions only add fields.' });

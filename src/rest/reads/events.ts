import type { z } from 'zod';
import type { Event as StoredEvent } from '../../generated/prisma/client.ts';
import type { Prisma, Transaction } from '../../platform/database/database.ts';
import { readActor, readCause } from '../../kernel/append-events.ts';
import type { eventShape } from '../../vocabulary/catalog/event-shape.ts';

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

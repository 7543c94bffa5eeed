import type { Event } from '../generated/prisma/client.ts';

/** An event in its public form: as webhooks and GraphQL tell of it. */
export const showEvent = (row: Omit<Event, 'position' | 'sequence'>): Record<string, unknown> => ({
  id: row.id,
  type: row.type,
  timestamp: row.occurredAt.toISOString(),
  data: row.data,
  actor: row.actor,
  cause: row.cause,
  subject: { kind: row.subjectKind, id: row.subjectId },
  organizationId: row.organizationId,
});

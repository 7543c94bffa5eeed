import { systemIds as ids } from '../../../src/platform/ids/ids.ts';
import { actorWith } from '../../support/kernel.ts';

const stamps = { createdAt: '2026-11-21T10:00:00.000Z', updatedAt: '2026-11-21T10:00:00.000Z' };

/** An event for the log, without a change: its name is the id of its subject. */
export const roleCreated = (name: string, description = '') => ({
  id: ids.next('event'),
  type: 'OrganizationRole.Created' as const,
  subjectId: name,
  organizationId: null,
  data: { organizationRole: { id: name, name, description, ...stamps } },
});

/** The actor, cause and time of such an event. */
export const causedAt = (occurredAt: Date) => ({
  actor: actorWith(),
  cause: { operation: 'test', requestId: 'req_test', traceId: null, channel: 'platform' as const },
  occurredAt,
});

import { systemIds } from '../../../src/platform/ids/ids.ts';

interface User {
  id: string;
}

/** The event of a change, as the platform inserts it. */
export const eventOf = (type: string, user: User) => ({
  id: systemIds.next('event'),
  type,
  occurredAt: new Date(),
  subjectKind: 'user',
  subjectId: user.id,
  actor: { kind: 'application', id: 'app_01bench0000000000000000000', label: null },
  cause: {
    operation: type,
    requestId: 'req_01bench0000000000000000000',
    traceId: null,
    applicationIds: [],
    channel: 'rest',
  },
  data: { user: { ...user } },
});

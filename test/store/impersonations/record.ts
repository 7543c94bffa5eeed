import { grantOf } from '../../../src/store/impersonations/impersonations.ts';

/** The grant with which "other" acts as the user, through the backend. */
export const impersonationRecord = (
  { impersonation, user, other, backend }: Record<'impersonation' | 'user' | 'other' | 'backend', string>,
  now: Date,
) =>
  grantOf({
    id: impersonation,
    userId: user,
    administratorId: other,
    applicationId: backend,
    reason: 'Ticket 4711',
    startedAt: now,
    expiresAt: new Date(now.getTime() + 900_000),
    userSessionEpoch: 0,
    administratorSessionEpoch: 0,
    applicationSessionEpoch: 0,
  });

import { z } from 'zod';
import { flowsExpire } from '../../domain/flow/lifetimes.ts';
import { referenceSchema } from '../../domain/flow/reference.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import { flowPurposes } from '../../vocabulary/flows.ts';
import { type SignInAttemptState, signInAttemptStates } from '../../vocabulary/records/people-shapes.ts';
import { all, between, createdFilters, equals, flagFilter, idFilter, linkFilter } from '../conditions.ts';
import { defineList } from '../list.ts';

/** As in domain/flow/lifetimes.ts: an open attempt expires without a write, unless it is locked. */
function hasState(state: SignInAttemptState | undefined, now: Date): object {
  const { touchedBefore, createdBefore } = flowsExpire(now);
  const unlocked = { state: 'open', lockedUntil: null };
  switch (state) {
    case 'open':
      return { ...unlocked, touchedAt: { gt: touchedBefore }, createdAt: { gt: createdBefore } };
    case 'expired':
      return { ...unlocked, OR: [{ touchedAt: { lte: touchedBefore } }, { createdAt: { lte: createdBefore } }] };
    case 'refused':
      return { OR: [{ state }, { lockedUntil: { not: null } }] };
    default:
      return equals('state', state);
  }
}

/** Whether an answer was refused: as refused sign-ins are counted (store/activity-counts.ts). */
function wasRefused(value: boolean | undefined): object {
  const refused = { outcome: { in: ['wrong', 'locked', 'refused'] } };
  return value === undefined ? {} : { entries: value ? { some: refused } : { none: refused } };
}

export const signInAttempts = defineList<Prisma.SignInAttemptWhereInput>()({
  name: 'signInAttempts',
  kind: 'signInAttempt',
  summary: 'Attempts of the last 30 days to sign in, to sign up or to set a new password.',
  filter: z.strictObject({
    reference: referenceSchema
      .optional()
      .describe('Only the attempt with the reference that a refusal has shown, in any case, with or without the dash.'),
    userId: idFilter('user', 'Only attempts of this user.'),
    applicationId: linkFilter('application', 'Only attempts on the way to this application.'),
    purpose: z.enum(flowPurposes).optional().describe('Only attempts with this purpose.'),
    state: z.enum(signInAttemptStates).optional().describe('Only attempts with this current state.'),
    wasRefused: flagFilter('Only attempts with a refused answer if true, only those without one if false.'),
    ...createdFilters,
  }),
  order: {
    createdAt: { type: 'time', description: 'Time of the first answer.' },
  },
  // The ids are derived from those of authorization requests.
  tie: [
    { column: 'createdAt', type: 'time', nullable: false },
    { column: 'id', type: 'text', nullable: false },
  ],
  isNewestFirst: true,
  where: ({ filter, now }) =>
    all(
      equals('reference', filter.reference),
      equals('userId', filter.userId),
      equals('applicationId', filter.applicationId),
      equals('purpose', filter.purpose),
      hasState(filter.state, now),
      wasRefused(filter.wasRefused),
      between('createdAt', filter.createdAfter, filter.createdBefore),
    ),
  // Attempts are not made in organizations.
  within: () => null,
});

import { flowStateAt } from '../../domain/flow/lifetimes.ts';
import { readableReference } from '../../domain/flow/reference.ts';
import type * as model from '../../generated/prisma/client.ts';
import { type RefusalReason, refusalReasons } from '../../vocabulary/flows.ts';
import { maxEntries } from '../../vocabulary/records/people-shapes.ts';
import * as shape from '../../vocabulary/records/people-shapes.ts';
import { deviceLifetime } from '../flows/flow-query.ts';
import type { Lock } from '../flows/locks.ts';
import type { Session } from '../sessions/sessions.ts';
import { publicFields } from './public-fields.ts';

/** Rows in their public shape (vocabulary/records/people-shapes.ts). */
type Entry = Omit<model.FlowEntry, 'id' | 'flowId'>;

/** The newest entries of a sign-in attempt, of which any number can be caused in an hour. */
export const newestEntries = {
  entries: {
    orderBy: { id: 'desc' },
    take: maxEntries,
    select: { at: true, step: true, outcome: true, reason: true },
  },
} as const;

/** The entries that `newestEntries` selects, in order. */
export const entriesOf = (entries: readonly Entry[]) =>
  entries.toReversed().map((entry) =>
    publicFields(shape.signInAttemptEntryShape, {
      ...entry,
      explanation: entry.reason === null ? null : refusalReasons[entry.reason as RefusalReason],
    }),
  );

export const signInAttemptOf = (
  row: Omit<model.SignInAttempt, 'inputs' | 'encryptedAddress'> & { entries: readonly Entry[] },
  now: Date,
) =>
  publicFields(shape.signInAttemptShape, {
    ...row,
    reference: readableReference(row.reference),
    state: flowStateAt(row, now),
    answeredAt: row.touchedAt,
    entries: entriesOf(row.entries),
  });

/** A device whose user it is known to. */
interface DeviceWithUser {
  sessionEpoch: number;
  lastSeenAt: Date;
  user: { sessionEpoch: number };
}

/** Selects what `isKnown` needs. */
export const knownBy = { sessionEpoch: true, lastSeenAt: true, user: { select: { sessionEpoch: true } } } as const;

/** Whether attempts in a browser are counted separately from those of others. */
export const isKnown = ({ sessionEpoch, lastSeenAt, user }: DeviceWithUser, now: Date): boolean =>
  sessionEpoch === user.sessionEpoch && now.getTime() - lastSeenAt.getTime() < deviceLifetime;

export const deviceOf = (row: Omit<model.Device, 'secretHash'> & DeviceWithUser, now: Date) =>
  publicFields(shape.deviceShape, { ...row, isKnown: isKnown(row, now) });

export const publicMessageOf = (row: Omit<model.Message, 'encryptedParameters'>) =>
  publicFields(shape.messageShape, row);

export const sessionOf = (session: Session) => publicFields(shape.sessionShape, session);

export const lockOf = (lock: Lock) => publicFields(shape.lockShape, lock);

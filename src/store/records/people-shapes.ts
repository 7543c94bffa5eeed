import type { z } from 'zod';
import { flowStateAt } from '../../domain/flow/lifetimes.ts';
import { readableReference } from '../../domain/flow/reference.ts';
import type * as model from '../../generated/prisma/client.ts';
import {
  type FlowOutcome,
  type FlowPurpose,
  type FlowStep,
  type RefusalReason,
  refusalReasons,
} from '../../vocabulary/flows.ts';
import type { MessageChannel, MessageState, MessageTemplate } from '../../vocabulary/message-templates.ts';
import { maxEntries } from '../../vocabulary/people-shapes.ts';
import type * as shape from '../../vocabulary/people-shapes.ts';
import { deviceLifetime } from '../flows/flow-query.ts';
import type { Lock } from '../flows/locks.ts';
import type { Session } from '../sessions/sessions.ts';
import { iso, isoOrNull } from './times.ts';

/** Rows in their public shape (vocabulary/people-shapes.ts). */
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
export const entriesOf = (entries: readonly Entry[]): z.input<typeof shape.signInAttemptEntryShape>[] =>
  entries.toReversed().map(({ at, step, outcome, reason }) => ({
    at: iso(at),
    step: step as FlowStep,
    outcome: outcome as FlowOutcome,
    reason: reason as RefusalReason | null,
    explanation: reason === null ? null : refusalReasons[reason as RefusalReason],
  }));

export const signInAttemptOf = (
  row: Omit<model.SignInAttempt, 'inputs'> & { entries: readonly Entry[] },
  now: Date,
): z.input<typeof shape.signInAttemptShape> => ({
  id: row.id,
  reference: readableReference(row.reference),
  purpose: row.purpose as FlowPurpose,
  state: flowStateAt(row, now),
  applicationId: row.applicationId,
  userId: row.userId,
  createdAt: iso(row.createdAt),
  answeredAt: iso(row.touchedAt),
  endedAt: isoOrNull(row.endedAt),
  entries: entriesOf(row.entries),
});

/** A device whose user it is known to. */
interface DeviceWithUser {
  endings: number;
  lastSeenAt: Date;
  user: { endings: number };
}

/** Selects what `isKnown` needs. */
export const knownBy = { endings: true, lastSeenAt: true, user: { select: { endings: true } } } as const;

/** Whether attempts in a browser are counted separately from those of others. */
export const isKnown = ({ endings, lastSeenAt, user }: DeviceWithUser, now: Date): boolean =>
  endings === user.endings && now.getTime() - lastSeenAt.getTime() < deviceLifetime;

export const deviceOf = (
  row: Omit<model.Device, 'secretHash'> & DeviceWithUser,
  now: Date,
): z.input<typeof shape.deviceShape> => ({
  id: row.id,
  userId: row.userId,
  label: row.label,
  isKnown: isKnown(row, now),
  createdAt: iso(row.createdAt),
  lastSeenAt: iso(row.lastSeenAt),
});

export const messageOf = (row: Omit<model.Message, 'encryptedParameters'>): z.input<typeof shape.messageShape> => ({
  id: row.id,
  channel: row.channel as MessageChannel,
  recipient: row.recipient,
  template: row.template as MessageTemplate,
  language: row.language,
  state: row.state as MessageState,
  attempts: row.attempts,
  nextAttemptAt: isoOrNull(row.nextAttemptAt),
  connectorId: row.connectorId,
  lastError: row.lastError,
  createdAt: iso(row.createdAt),
  expiresAt: iso(row.expiresAt),
  sentAt: isoOrNull(row.sentAt),
});

export const sessionOf = ({ userId: _userId, ...session }: Session): z.input<typeof shape.sessionShape> => ({
  ...session,
  startedAt: iso(session.startedAt),
  lastUsedAt: iso(session.lastUsedAt),
  lastActiveAt: iso(session.lastActiveAt),
  expiresAt: iso(session.expiresAt),
});

export const lockOf = ({ userId: _userId, kind: _kind, ...lock }: Lock): z.input<typeof shape.lockShape> => ({
  ...lock,
  until: iso(lock.until),
});

import type { EventType } from '../../vocabulary/events.ts';
import { maxSessionEpoch, type Revocation } from '../../vocabulary/exchanges/revocations.ts';

/** The part of an event that states what ended. */
interface EndingEvent {
  type: string;
  subjectId: string;
  occurredAt: Date;
  data: unknown;
}

/** Members of the data of events of several types. Those of earlier versions lack some. */
interface EndingData {
  sessionId?: string;
  grantId?: string;
  grantIds?: readonly string[];
  sessionEpoch?: number | null;
  removedUserIds?: readonly string[];
}

/** The endings by an event, from its subject, time and data. */
type Source = (id: string, at: Date, data: EndingData) => Revocation[];

const none = { id: null, sessionEpoch: null, organizationId: null, before: null };

const grants: Source = (_id, _at, { grantId, grantIds = [] }) =>
  [...(grantId === undefined ? [] : [grantId]), ...grantIds].map((id) => ({ ...none, kind: 'GRANT', id }));

const session: Source = (id, at, data) => [
  ...(data.sessionId === undefined ? [] : [{ ...none, kind: 'SESSION' as const, id: data.sessionId }]),
  ...grants(id, at, data),
];

/** Everything of the subject, if the event counts an ending. */
const everythingOf =
  (kind: 'USER' | 'APPLICATION'): Source =>
  (id, _at, { sessionEpoch }) =>
    sessionEpoch == null ? [] : [{ ...none, kind, id, sessionEpoch }];

const recordOf =
  (kind: 'USER' | 'APPLICATION'): Source =>
  (id) => [{ ...none, kind, id, sessionEpoch: maxSessionEpoch }];

const memberships = (userIds: readonly (string | null)[], organizationId: string, at: Date): Revocation[] =>
  userIds.map((id) => ({ ...none, kind: 'MEMBERSHIP', id, organizationId, before: lastSecond(at) }));

/** Seconds from the acceptance of a change to its commit, at most: many changes in one request wait for each other. */
const longestChange = 300;

/**
 * The last second in which an exchange can have read the membership before the change was committed. A token that a
 * person gets until then, having joined again, is refused as well.
 */
const lastSecond = (at: Date): number => Math.floor(at.getTime() / 1000) + longestChange;

/** The endings by each type. Every other one ends nothing, as a list in the test of this file states. */
const sources: { [T in EventType]?: Source } = {
  'User.SignedOut': session,
  'User.Session.Ended': session,
  'User.Grant.Revoked': grants,
  'User.Grant.Replayed': grants,
  'User.Consent.Revoked': grants,
  'User.Impersonation.Ended': grants,
  'User.Sessions.Ended': everythingOf('USER'),
  'User.SuspensionStatus.Updated': everythingOf('USER'),
  'User.Data.Updated': everythingOf('USER'),
  PostResetPassword: everythingOf('USER'),
  'User.Deleted': recordOf('USER'),
  'Application.SuspensionStatus.Updated': everythingOf('APPLICATION'),
  'Application.Data.Updated': everythingOf('APPLICATION'),
  'Application.Deleted': recordOf('APPLICATION'),
  'SigningKey.Retired': (id) => [{ ...none, kind: 'KEY', id }],
  'Organization.Membership.Updated': (id, at, { removedUserIds = [] }) => memberships(removedUserIds, id, at),
  'Organization.Deleted': (id, at) => memberships([null], id, at),
};
const byType = new Map<string, Source>(Object.entries(sources));

/** The types of events that can end something. */
export const endingTypes: readonly string[] = [...byType.keys()];

/** The endings by an event: the tokens that are no longer accepted after it. Ids only, nothing about people. */
export const revocationsOf = ({ type, subjectId, occurredAt, data }: EndingEvent): Revocation[] =>
  byType.get(type)?.(subjectId, occurredAt, data as EndingData) ?? [];

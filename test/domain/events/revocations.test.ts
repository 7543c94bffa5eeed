import { describe, expect, it } from 'vitest';
import { endingTypes, revocationsOf } from '../../../src/domain/events/revocations.ts';
import { sampleOf } from '../../../src/vocabulary/catalog/event-samples.ts';
import { type EventType, eventTypes } from '../../../src/vocabulary/events.ts';
import { exampleGrantId, exampleSessionId } from '../../../src/vocabulary/shape-parts.ts';

/** Events after which every token is accepted as before, because what is granted is checked where it is used. */
const endingNothing: readonly EventType[] = [
  'PostRegister',
  'PostSignIn',
  'User.Created',
  'Role.Created',
  'Role.Deleted',
  'Role.Data.Updated',
  'Role.Scopes.Updated',
  'Scope.Created',
  'Scope.Deleted',
  'Scope.Data.Updated',
  'Organization.Created',
  'Organization.Data.Updated',
  'OrganizationRole.Created',
  'OrganizationRole.Deleted',
  'OrganizationRole.Data.Updated',
  'OrganizationRole.Scopes.Updated',
  'OrganizationScope.Created',
  'OrganizationScope.Deleted',
  'OrganizationScope.Data.Updated',
  'Identifier.Lockout',
  'Application.Authentication.Failing',
  'Message.RateLimited',
  'User.Roles.Updated',
  'User.Preferences.Updated',
  'User.Unlocked',
  'User.Device.Removed',
  'User.Data.Exported',
  'User.Consent.Granted',
  'User.Impersonation.Prepared',
  'User.Impersonation.Started',
  'ApiResource.Created',
  'ApiResource.Deleted',
  'ApiResource.Data.Updated',
  'Application.Created',
  'Application.Trial.Started',
  'Application.Delegation.Started',
  'Application.ExchangePolicy.Updated',
  'Application.ServedResources.Updated',
  'Application.Secrets.Updated',
  'Application.Roles.Updated',
  'Organization.MemberRoles.Updated',
  'Organization.Domains.Updated',
  'Organization.IdentityProviders.Updated',
  'OrganizationInvitation.Created',
  'OrganizationInvitation.Updated',
  'OrganizationInvitation.Deleted',
  'SigningKey.Rotated',
  'Connector.Created',
  'Connector.Data.Updated',
  'Connector.Deleted',
  'Connector.Tested',
  'Connector.Failing',
  'IdentityProvider.Created',
  'IdentityProvider.Data.Updated',
  'IdentityProvider.Deleted',
  'IdentityProvider.Tested',
  'IdentityProvider.Trial.Started',
  'IdentityProvider.Failing',
  'SignInExperience.Data.Updated',
  'OneTimeToken.Created',
  'OneTimeToken.Revoked',
  'Job.Started',
  'Job.Finished',
  'Job.Cancelled',
  'Webhook.Created',
  'Webhook.Updated',
  'Webhook.Enabled',
  'Webhook.Disabled',
  'Webhook.Deleted',
  'Webhook.Tested',
  'Webhook.Redelivery.Requested',
  'Webhook.Secret.Rotated',
];

const at = new Date('2026-11-20T10:15:30.900Z');
const none = { id: null, sessionEpoch: null, organizationId: null, before: null };
const session = { ...none, kind: 'SESSION', id: exampleSessionId };
const grant = { ...none, kind: 'GRANT', id: exampleGrantId };
const deleted = 2_147_483_647;

/** The endings by the example of a type, with other data. */
function endedBy(type: EventType, changed: object = {}) {
  const { subjectId, data } = sampleOf(type);
  const revocations = revocationsOf({ type, subjectId, occurredAt: at, data: { ...data, ...changed } });
  return { subjectId, revocations };
}

describe('what ended', () => {
  it('is stated for every event type: it ends something, or is in the list of those that end nothing', () => {
    expect([...endingTypes, ...endingNothing].sort()).toEqual([...eventTypes].sort());
  });

  it.each(endingNothing)('is nothing for %s', (type) => {
    expect(endedBy(type).revocations).toEqual([]);
  });

  it.each<[EventType, object[]]>([
    ['User.SignedOut', [session, grant]],
    ['User.Session.Ended', [session, grant]],
    ['User.Grant.Revoked', [grant]],
    ['User.Grant.Replayed', [grant]],
    ['User.Consent.Revoked', [grant]],
    ['User.Impersonation.Ended', [grant]],
  ])('is a session or a grant for %s', (type, expected) => {
    expect(endedBy(type).revocations).toEqual(expected);
  });

  it.each<[EventType, string]>([
    ['User.Sessions.Ended', 'USER'],
    ['User.SuspensionStatus.Updated', 'USER'],
    ['User.Data.Updated', 'USER'],
    ['PostResetPassword', 'USER'],
    ['Application.SuspensionStatus.Updated', 'APPLICATION'],
    ['Application.Data.Updated', 'APPLICATION'],
  ])('is everything before the count of %s, and nothing without a count', (type, kind) => {
    const { subjectId, revocations } = endedBy(type, { sessionEpoch: 3 });
    expect(revocations).toEqual([{ ...none, kind, id: subjectId, sessionEpoch: 3 }]);
    for (const sessionEpoch of [null, undefined]) expect(endedBy(type, { sessionEpoch }).revocations).toEqual([]);
  });

  it.each<[EventType, string]>([
    ['User.Deleted', 'USER'],
    ['Application.Deleted', 'APPLICATION'],
  ])('is every token of a deleted record, whatever its count (%s)', (type, kind) => {
    const { subjectId, revocations } = endedBy(type);
    expect(revocations).toEqual([{ ...none, kind, id: subjectId, sessionEpoch: deleted }]);
  });

  it('is the key that was withdrawn', () => {
    const { subjectId, revocations } = endedBy('SigningKey.Retired');
    expect(revocations).toEqual([{ ...none, kind: 'KEY', id: subjectId }]);
  });

  it('is the membership of each user who left, and of all once the organization is deleted', () => {
    const left = endedBy('Organization.Membership.Updated', { removedUserIds: ['user_1', 'user_2'] });
    const membership = { ...none, kind: 'MEMBERSHIP', organizationId: left.subjectId, before: 1_795_170_030 };
    expect(left.revocations).toEqual([
      { ...membership, id: 'user_1' },
      { ...membership, id: 'user_2' },
    ]);
    expect(endedBy('Organization.Deleted').revocations).toEqual([membership]);
  });

  it('is nothing for an event of another version: of an unknown type, or without the members', () => {
    expect(revocationsOf({ type: 'User.Sold', subjectId: 'user_1', occurredAt: at, data: {} })).toEqual([]);
    for (const type of ['User.SignedOut', 'User.Grant.Revoked', 'User.Sessions.Ended'])
      expect(revocationsOf({ type, subjectId: 'user_1', occurredAt: at, data: {} })).toEqual([]);
  });

  it('has ids only: nothing of the record that the event contains', () => {
    for (const type of eventTypes)
      expect(JSON.stringify(endedBy(type).revocations)).not.toMatch(/@|example\.com|Ada|Lovelace/);
  });
});

import { z } from 'zod';
import { deviceShape, impersonationShape, sessionShape } from '../records/people-shapes.ts';
import { userIdentityShape } from '../identity-providers/identity-provider-shapes.ts';
import { factorShape, userShape } from '../resources.ts';
import { describedLike, exampleTimes, field, time, timestamps, version } from '../shape-parts.ts';
import { channels, eventTypes } from '../events.ts';
import { describeByKind, idOf } from '../ids.ts';

/** The account of a person, as the person sees it: nothing that administrators keep for themselves. */

export const accountFactorShape = z
  .strictObject({ ...factorShape.omit({ userId: true, aaguid: true }).shape })
  .meta({ id: 'AccountFactor', description: 'A passkey or an authenticator app of the account.' });

export const accountIdentityShape = z
  .strictObject({
    ...userIdentityShape.omit({ userId: true, subject: true, identityProviderId: true }).shape,
    identityProviderId: describeByKind(idOf('identityProvider')),
    identityProviderName: field(z.string(), 'Display name of the identity provider.', 'Example login'),
  })
  .meta({ id: 'AccountIdentity', description: 'An account at an identity provider that is linked to the account.' });

export const accountSessionShape = z
  .strictObject({
    ...sessionShape.omit({ applicationIds: true }).shape,
    isCurrent: field(z.boolean(), 'Whether the access token was obtained in it.', true),
  })
  .meta({ id: 'AccountSession', description: 'A sign-in session of the account.' });

export const accountDeviceShape = z
  .strictObject({ ...deviceShape.omit({ userId: true }).shape })
  .meta({ id: 'AccountDevice', description: 'A browser in which the account has signed in.' });

export const accountOrganizationShape = z
  .strictObject({
    id: idOf('organization').describe('Unique identifier.'),
    name: field(z.string(), 'Display name.', 'Acme'),
    roles: field(z.array(z.string()), 'Names of the organization roles that the account has in it, sorted.', [
      'Editor',
    ]),
    joinedAt: describedLike(userShape.shape.createdAt, userShape.shape.createdAt).describe('Time of joining.'),
  })
  .meta({ id: 'AccountOrganization', description: 'An organization of which the account is a member.' });

export const accountInvitationShape = z
  .strictObject({
    id: idOf('organizationInvitation').describe('Unique identifier.'),
    organizationId: describeByKind(idOf('organization')),
    organizationName: field(z.string(), 'Display name of the organization.', 'Acme'),
    roles: field(z.array(z.string()), 'Names of the organization roles that come with it, sorted.', ['Editor']),
    expiresAt: field(time, 'Time of expiry.', exampleTimes.later),
    createdAt: timestamps.createdAt,
  })
  .meta({ id: 'AccountInvitation', description: 'An invitation of the account to an organization.' });

export const accountImpersonationShape = z
  .strictObject({ ...impersonationShape.omit({ administratorId: true, applicationId: true }).shape })
  .meta({ id: 'AccountImpersonation', description: 'An administrator who acts as the account.' });

/** The actors of events about an account, as its owner sees them. */
const accountEventActors = ['you', 'administrator', 'application', 'platform', 'visitor'] as const;
export type AccountEventActor = (typeof accountEventActors)[number];

export const accountEventShape = z
  .strictObject({
    id: idOf('event').describe('Id of the event.'),
    type: field(z.enum(eventTypes), 'Type of the event.', 'User.Data.Updated'),
    occurredAt: field(time, 'Time of the event.', exampleTimes.now),
    by: field(z.enum(accountEventActors), 'Who caused it.', 'you'),
    applicationName: field(
      z.string().nullable(),
      'Name of the application that caused it, or through which it was caused; null if there was none, or it is deleted.',
      'Reports',
    ),
    administratorName: field(
      z.string().nullable(),
      'Of an impersonation: name of the administrator who acts as the account; null without a name, and for other events.',
      null,
    ),
    reason: field(z.string().nullable(), 'Of an impersonation: why; null for other events.', null),
    channel: field(z.enum(channels), 'Channel through which the change was made.', 'graphql'),
    changed: field(z.array(z.string()), 'Names of the changed fields; empty for other events.', ['name']),
  })
  .meta({ id: 'AccountEvent', description: 'An event about the account.' });

const userFields = userShape.pick({
  id: true,
  username: true,
  email: true,
  emailVerifiedAt: true,
  phone: true,
  phoneVerifiedAt: true,
  name: true,
  avatar: true,
  profile: true,
  lastSignInAt: true,
  createdAt: true,
});

export const accountShape = z
  .strictObject({
    ...userFields.shape,
    hasPassword: field(z.boolean(), 'Whether the account has a password.', true),
    backupCodesLeft: field(z.int(), 'Number of backup codes that are not used.', 8),
    version,
  })
  .meta({ id: 'Account', description: 'The account of the user, by the Account API.' });

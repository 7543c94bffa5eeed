import { z } from 'zod';
import { describeByKind, idOf } from '../ids.ts';
import type { MembershipKind } from '../kinds.ts';
import { email, exampleTimes, field, ownId, json, linkTo, time, timestamps } from '../shape-parts.ts';

export const organizationShape = z
  .strictObject({
    id: ownId('organization'),
    name: field(z.string(), 'Display name.', 'Example GmbH'),
    description: field(z.string(), 'Description.', 'A customer of Example Inc.'),
    customData: field(json, 'Custom data: any JSON object.', { plan: 'enterprise' }),
    ...timestamps,
  })
  .meta({ id: 'OrganizationSnapshot', description: 'An organization at the time of an event.' });

export const organizationRoleShape = z
  .strictObject({
    id: ownId('organizationRole'),
    name: field(z.string(), 'Name, unique among organization roles.', 'Member'),
    description: field(z.string(), 'Description.', 'Reads documents of the organization.'),
    ...timestamps,
  })
  .meta({ id: 'OrganizationRoleSnapshot', description: 'An organization role at the time of an event.' });

export const organizationScopeShape = z
  .strictObject({
    id: ownId('organizationScope'),
    name: field(z.string(), 'Name of the scope, as in tokens; unique among organization scopes.', 'documents:read'),
    description: field(z.string(), 'Description of what the scope permits.', 'Read documents of the organization.'),
    ...timestamps,
  })
  .meta({ id: 'OrganizationScopeSnapshot', description: 'An organization scope at the time of an event.' });

/** Statuses of an invitation. "Expired" is computed from the clock. */
export const invitationStatuses = ['Pending', 'Accepted', 'Expired', 'Revoked'] as const;
export type OrganizationInvitationStatus = (typeof invitationStatuses)[number];

export const organizationInvitationShape = z
  .strictObject({
    id: ownId('organizationInvitation'),
    organizationId: describeByKind(linkTo('organization')),
    inviteeEmail: field(email, 'Email address of the invited person, in lower case.', 'grace@example.com'),
    inviterId: linkTo('user', 'inviter').nullable().describe('Id of the user who invited; null if unknown.'),
    acceptedUserId: field(
      linkTo('user', 'acceptedUser').nullable(),
      'Id of the user who accepted; null if none did.',
      null,
    ),
    organizationRoleIds: z
      .array(linkTo('organizationRole', 'organizationRoles'))
      .describe('Ids of the organization roles that the invited person gets.'),
    status: field(z.enum(invitationStatuses), 'Status of the invitation.', 'Pending'),
    expiresAt: field(time, 'Time of expiry.', exampleTimes.later),
    ...timestamps,
  })
  .meta({
    id: 'OrganizationInvitationSnapshot',
    description: 'An invitation to an organization at the time of an event.',
  });

const membershipOf = (kind: MembershipKind) => ({
  id: idOf(kind).describe(
    'Unique identifier, for `node` in GraphQL. It consists of those of the organization and of the member: it is the same if they are removed and added again.',
  ),
  organizationId: describeByKind(linkTo('organization')),
});
const joinedAt = field(time, 'Time at which the member joined.', exampleTimes.before);
export const organizationUserShape = z.strictObject({
  ...membershipOf('organizationUser'),
  userId: describeByKind(linkTo('user')),
  joinedAt,
});
export const organizationApplicationShape = z.strictObject({
  ...membershipOf('organizationApplication'),
  applicationId: describeByKind(linkTo('application')),
  joinedAt,
});

export const organizationDomainShape = z
  .strictObject({
    organizationId: describeByKind(linkTo('organization')),
    domain: z
      .string()
      .describe('The domain, in lower case and ASCII.')
      .meta({ examples: ['example.com'] }),
    organizationRoleIds: z
      .array(linkTo('organizationRole', 'organizationRoles'))
      .describe('Ids of the organization roles that people get on joining.'),
    createdAt: timestamps.createdAt,
  })
  .meta({
    id: 'OrganizationDomainSnapshot',
    description: 'A domain of an organization: people with a verified email address of the domain join.',
  });

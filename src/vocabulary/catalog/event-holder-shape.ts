import { z } from 'zod';
import { idOf } from '../ids.ts';
import { field } from '../shape-parts.ts';

/**
 * The holder of a deleted role: a user or an application, in an organization if it was an organization role; an
 * invitation; a domain or an identity provider of an organization.
 */
export const eventHolderShape = z
  .strictObject({
    userId: idOf('user').nullable().describe('Id of the user; null for others.'),
    applicationId: field(idOf('application').nullable(), 'Id of the application; null for others.', null),
    organizationId: field(
      idOf('organization').nullable(),
      'Id of the organization in which a member held the organization role, or whose domain or identity provider it is; null for others.',
      null,
    ),
    organizationInvitationId: field(
      idOf('organizationInvitation').nullable(),
      'Id of the invitation that included the organization role; null for others.',
      null,
    ),
    domain: field(z.string().nullable(), 'Domain whose people got the organization role; null for others.', null),
    identityProviderId: field(
      idOf('identityProvider').nullable(),
      'Id of the identity provider whose people got the organization role; null for others.',
      null,
    ),
  })
  .meta({
    id: 'EventHolder',
    description:
      'What had a role when it was deleted: a user, an application, an invitation, a domain or an identity provider.',
  });
export type EventHolder = z.output<typeof eventHolderShape>;

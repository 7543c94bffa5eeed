import { z } from 'zod';
import { linkTo, time, timestamps } from './shape-parts.ts';

const membership = {
  id: z
    .string()
    .describe(
      'Unique identifier, for `node` in GraphQL. It consists of those of the organization and of the member: it is the same if they are removed and added again.',
    ),
  organizationId: linkTo('organization').describe('Id of the organization.'),
};
const joinedAt = time.describe('Time at which the member joined.');
export const organizationUserShape = z.strictObject({
  ...membership,
  userId: linkTo('user').describe('Id of the user.'),
  joinedAt,
});
export const organizationApplicationShape = z.strictObject({
  ...membership,
  applicationId: linkTo('application').describe('Id of the application.'),
  joinedAt,
});

export const organizationDomainShape = z
  .strictObject({
    organizationId: linkTo('organization').describe('Id of the organization.'),
    domain: z
      .string()
      .describe('The domain, in lower case and ASCII.')
      .meta({ examples: ['example.com'] }),
    organizationRoleIds: z
      .array(linkTo('organizationRoles'))
      .describe('Ids of the organization roles that people get on joining.'),
    createdAt: timestamps.createdAt,
  })
  .meta({
    id: 'OrganizationDomainSnapshot',
    description: 'A domain of an organization: people with a verified email address of the domain join.',
  });

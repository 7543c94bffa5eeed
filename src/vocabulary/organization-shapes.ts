import { z } from 'zod';
import { linkTo, timestamps } from './shape-parts.ts';

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

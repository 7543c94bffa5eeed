import { z } from 'zod';

export const organizationDomainShape = z
  .strictObject({
    organizationId: z.string().describe('Id of the organization.'),
    domain: z
      .string()
      .describe('The domain, in lower case and ASCII.')
      .meta({ examples: ['example.com'] }),
    organizationRoleIds: z.array(z.string()).describe('Ids of the organization roles that people get on joining.'),
    createdAt: z.iso.datetime().describe('Time of creation.'),
  })
  .meta({
    id: 'OrganizationDomainSnapshot',
    description: 'A domain of an organization: people with a verified email address of the domain join.',
  });

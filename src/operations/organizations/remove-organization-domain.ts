import { z } from 'zod';
import { notFound } from '../../domain/failure.ts';
import { domainSchema } from '../../domain/people/organization-domain.ts';
import { recordId } from '../../domain/text.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { lock } from '../../store/row-locks/row-locks.ts';
import { findDomain } from '../../store/records/organization-domains.ts';
import { organizationDomainOf } from '../../store/records/shapes.ts';
import { kinds } from '../../vocabulary/kinds.ts';

export const removeOrganizationDomain = defineOperation({
  name: 'removeOrganizationDomain',
  summary: 'Remove a domain from an organization. People who have joined by it remain members.',
  words: {
    title: 'Remove {domain} from {organizationId}',
    button: 'Remove {domain}',
    danger: 'Nobody joins by this domain any more. Those who have joined remain members.',
  },
  permission: 'organizations:write',
  organization: 'organizationId',
  record: 'organizationId',
  route: { method: 'DELETE', path: '/organizations/:organizationId/domains/:domain' },
  input: z.strictObject({
    organizationId: recordId('organization'),
    domain: domainSchema.describe('The domain to remove.'),
  }),
  output: { organization: entity('Organization', 'The updated organization.') },
  always: ['Organization.Domains.Updated'],
  async run({ tx, emit }, { organizationId, domain }) {
    await lock(tx, 'organization', organizationId, 'organizationId');
    const before = await findDomain(tx, organizationId, domain);
    if (!before) throw notFound(kinds.organizationDomain.label, 'domain');
    await tx.organizationDomain.delete({ where: { organizationId_domain: { organizationId, domain } } });
    const delta = { addedDomains: [], removedDomains: [organizationDomainOf(before)] };
    emit('Organization.Domains.Updated', organizationId, { organizationId, ...delta }, organizationId);
    return { organization: organizationId };
  },
});

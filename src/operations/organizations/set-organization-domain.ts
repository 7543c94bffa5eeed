import { z } from 'zod';
import { organizationDomainSchema } from '../../domain/people/organization-domain.ts';
import { idsSchema, recordId } from '../../domain/text.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { assertMayGrant } from '../../kernel/privilege-escalation.ts';
import { replaceLinks } from '../../store/records/links.ts';
import { lock, lockKeyShare } from '../../store/row-locks/row-locks.ts';
import { addDomain, findDomain } from '../../store/records/organization-domains.ts';
import { organizationDomainOf } from '../../store/records/shapes.ts';

export const setOrganizationDomain = defineOperation({
  name: 'setOrganizationDomain',
  summary:
    'Let people with a verified email address of a domain join an organization, or replace the roles they then get.',
  words: { title: 'Let people of {domain} join {organizationId}', button: 'Save domain', danger: null },
  // In any organization: an administrator of one could add the employees of another.
  permission: 'organizations:write',
  record: 'organizationId',
  route: { method: 'PUT', path: '/organizations/:organizationId/domains/:domain' },
  input: z.strictObject({
    organizationId: recordId('organization'),
    domain: organizationDomainSchema.describe(
      'The domain, without subdomains. Domains of public providers are refused.',
    ),
    organizationRoleIds: idsSchema('organizationRole')
      .default([])
      .describe('The organization roles that people get on joining.'),
  }),
  output: { organization: entity('Organization', 'The updated organization.') },
  always: ['Organization.Domains.Updated'],
  async run({ tx, actor, emit, unchanged }, { organizationId, domain, organizationRoleIds }) {
    await lock(tx, 'organization', organizationId, 'organizationId');
    await lockKeyShare(tx, 'organizationRole', organizationRoleIds, 'organizationRoleIds');
    const before = await findDomain(tx, organizationId, domain);
    if (!before) await addDomain(tx, organizationId, domain);
    const owner = [organizationId, domain];
    const { added, removed } = await replaceLinks(tx, 'organizationDomainRoles', owner, organizationRoleIds);
    if (before && !added.length && !removed.length) return unchanged({ organization: organizationId });
    await assertMayGrant({ tx, actor }, { organizationRoleIds: added, organizationId });
    const after = await findDomain(tx, organizationId, domain);
    const delta = {
      addedDomains: after ? [organizationDomainOf(after)] : [],
      removedDomains: before ? [organizationDomainOf(before)] : [],
    };
    emit('Organization.Domains.Updated', organizationId, { organizationId, ...delta }, organizationId);
    return { organization: organizationId };
  },
});

import { z } from 'zod';
import { jsonObjectSchema } from '../../domain/json.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { json } from '../../store/sql/json.ts';
import { organizationOf } from '../../store/records/shapes.ts';
import { organizationTexts } from '../../domain/people/organization-texts.ts';

export const createOrganization = defineOperation({
  name: 'createOrganization',
  summary: 'Create an organization without members.',
  words: { title: 'Create organization', button: 'Create organization', danger: null },
  permission: 'organizations:write',
  route: { method: 'POST', path: '/organizations' },
  input: z.strictObject({
    name: organizationTexts.name,
    description: organizationTexts.description.default(''),
    customData: jsonObjectSchema.default({}).describe('Custom data: a JSON object of at most 64 KiB.'),
  }),
  output: { organization: entity('Organization', 'The new organization.') },
  always: ['Organization.Created'],
  async run({ tx, ids, emit }, { customData, ...data }) {
    const id = ids.next('organization');
    const organization = await tx.organization.create({ data: { ...data, id, customData: json(customData) } });
    emit('Organization.Created', id, { organization: organizationOf(organization) }, id);
    return { organization: id };
  },
});

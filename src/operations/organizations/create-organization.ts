import { z } from 'zod';
import { jsonObjectSchema } from '../../domain/json.ts';
import { descriptionSchema, nameSchema } from '../../domain/text.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { json } from '../../store/sql/json.ts';
import { organizationOf } from '../../store/records/shapes.ts';

export const createOrganization = defineOperation({
  name: 'createOrganization',
  summary: 'Create an organization without members.',
  permission: 'organizations:write',
  route: { method: 'POST', path: '/organizations' },
  input: z.strictObject({
    name: nameSchema.describe('Name of the organization; several may have the same.'),
    description: descriptionSchema.default('').describe('What the organization is.'),
    customData: jsonObjectSchema.default({}).describe('What you keep about it: at most 64 KiB of JSON.'),
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

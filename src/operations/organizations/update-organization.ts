import { z } from 'zod';
import { changesTo } from '../../domain/changes.ts';
import { jsonObjectSchema, patched } from '../../domain/json.ts';
import { descriptionSchema, idSchema, nameSchema } from '../../domain/text.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { json } from '../../store/sql/json.ts';
import { lockOrganization } from '../../store/records/locked-records.ts';
import { organizationOf } from '../../store/records/shapes.ts';

export const updateOrganization = defineOperation({
  name: 'updateOrganization',
  summary: 'Change the name, description or custom data of an organization; what is left out stays as it is.',
  permission: 'organizations:write',
  organization: 'organizationId',
  subject: 'organizationId',
  route: { method: 'PATCH', path: '/organizations/:organizationId' },
  input: z.strictObject({
    organizationId: idSchema.describe('The organization to change.'),
    name: nameSchema.optional().describe('Name of the organization; several may have the same.'),
    description: descriptionSchema.optional().describe('What the organization is.'),
    customData: jsonObjectSchema
      .optional()
      .describe('A JSON merge patch (RFC 7396): members are replaced, null removes, objects are merged.'),
  }),
  output: { organization: entity('Organization', 'The organization as it is now.') },
  always: ['Organization.Data.Updated'],
  async run({ tx, emit, unchanged }, { organizationId, customData: patch, ...wanted }) {
    const before = await lockOrganization(tx, organizationId);
    const customData = patch && patched(before.customData, patch, 'customData');
    const { customData: newData, ...plain } = changesTo(before, { ...wanted, customData });
    const data = { ...plain, ...(newData && { customData: json(newData) }) };
    const changed = Object.keys(data);
    if (!changed.length) return unchanged({ organization: organizationId });
    const organization = await tx.organization.update({ where: { id: organizationId }, data });
    emit(
      'Organization.Data.Updated',
      organizationId,
      { organization: organizationOf(organization), changed },
      organizationId,
    );
    return { organization: organizationId };
  },
});

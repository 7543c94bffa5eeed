import { z } from 'zod';
import { changeOf, changesTo } from '../../domain/events/changes.ts';
import { jsonObjectSchema, patched } from '../../domain/json.ts';
import { idSchema } from '../../domain/text.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { json } from '../../store/sql/json.ts';
import { lockOrganization } from '../../store/row-locks/locked-records.ts';
import { organizationOf } from '../../store/records/shapes.ts';
import { organizationTexts } from '../../domain/people/organization-texts.ts';

export const updateOrganization = defineOperation({
  name: 'updateOrganization',
  summary: 'Update the name, description or custom data of an organization. Omitted fields keep their values.',
  words: { title: 'Edit {organizationId}', button: 'Save changes', danger: null },
  permission: 'organizations:write',
  organization: 'organizationId',
  record: 'organizationId',
  route: { method: 'PATCH', path: '/organizations/:organizationId' },
  input: z.strictObject({
    organizationId: idSchema('organization').describe('The organization to update.'),
    name: organizationTexts.name.optional(),
    description: organizationTexts.description.optional(),
    customData: jsonObjectSchema
      .optional()
      .describe('A JSON merge patch (RFC 7396): values replace, null removes, objects are merged.'),
  }),
  output: { organization: entity('Organization', 'The updated organization.') },
  always: ['Organization.Data.Updated'],
  async run({ tx, emit, unchanged }, { organizationId, customData: patch, ...values }) {
    const before = await lockOrganization(tx, organizationId);
    const customData = patch && patched(before.customData, patch, 'customData');
    const { customData: newData, ...plain } = changesTo(before, { ...values, customData });
    const data = { ...plain, ...(newData && { customData: json(newData) }) };
    const changed = Object.keys(data);
    if (!changed.length) return unchanged({ organization: organizationId });
    const organization = await tx.organization.update({ where: { id: organizationId }, data });
    emit(
      'Organization.Data.Updated',
      organizationId,
      { organization: organizationOf(organization), ...changeOf(organizationOf(before), changed) },
      organizationId,
    );
    return { organization: organizationId };
  },
});

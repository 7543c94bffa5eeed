import { z } from 'zod';
import { newApplicationSettings } from '../../domain/application-settings.ts';
import { requireConsistent } from '../../domain/application.ts';
import { publicKeySet } from '../../domain/jwks.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { jsonOrNull } from '../../store/sql/json.ts';
import { applicationOf } from '../../store/records/shapes.ts';
import { applicationTypes } from '../../vocabulary/resources.ts';

export const createApplication = defineOperation({
  name: 'createApplication',
  summary: 'Create an application (an OAuth client). Its id is its client_id. It has no secret yet.',
  permission: 'applications:write',
  route: { method: 'POST', path: '/applications' },
  input: z.strictObject({
    type: z.enum(applicationTypes).describe('Kind of client. Cannot be changed.'),
    ...newApplicationSettings,
  }),
  output: { application: entity('Application', 'The new application.') },
  always: ['Application.Created'],
  prepare: async (_, { jwks: given }) => ({ jwks: given ? await publicKeySet(given) : null }),
  async run({ tx, ids, emit }, settings, { jwks: keys }) {
    requireConsistent({ ...settings, jwks: keys, tokenExchangeAllowed: false });
    const application = await tx.application.create({
      data: { ...settings, jwks: jsonOrNull(keys), id: ids.next('application') },
    });
    emit('Application.Created', application.id, { application: applicationOf(application) });
    return { application: application.id };
  },
});

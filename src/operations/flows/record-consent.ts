import { z } from 'zod';
import { notFound } from '../../domain/failure.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { userOf } from '../../store/records/shapes.ts';

export const recordConsent = defineOperation({
  name: 'recordConsent',
  summary: 'Record that the person of an authorization request has allowed the application what it requests.',
  permission: { flow: 'flowId' },
  route: null,
  input: z.strictObject({ flowId: z.string(), applicationId: z.string(), scopes: z.array(z.string()) }),
  output: {},
  always: ['User.Consent.Granted'],
  async run({ tx, actor, emit }, { applicationId, scopes }) {
    const user = await tx.user.findUnique({ where: { id: actor.id ?? '' } });
    if (!user) throw notFound('user');
    emit('User.Consent.Granted', user.id, { user: userOf(user), applicationId, scopes: scopes.toSorted() });
    return {};
  },
});

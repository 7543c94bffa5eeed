import { z } from 'zod';
import { changeOf } from '../../domain/events/changes.ts';
import { nameSchema } from '../../domain/text.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { userOf } from '../../store/records/shapes.ts';
import { changingMyAccount, lockMyAccount, requireAllowed } from './my-account.ts';
import { factorInput, findFactor } from './my-factor.ts';

export const renameMyFactor = defineOperation({
  ...changingMyAccount,
  name: 'renameMyFactor',
  summary: 'Rename one of your passkeys or authenticator apps.',
  route: { method: 'PATCH', path: '/factors/:factorId' },
  input: z.strictObject({ ...factorInput, name: nameSchema.describe('The name by which you recognize it.') }),
  always: ['User.Data.Updated'],
  async run(context, { factorId, name }) {
    const { tx, emit, unchanged } = context;
    const user = userOf(await lockMyAccount(context));
    await requireAllowed(tx, { factorId: 'factors' });
    const factor = await findFactor(tx, user.id, factorId);
    if (factor.name === name) return unchanged({});
    await tx.factor.update({ where: { id: factorId }, data: { name } });
    emit('User.Data.Updated', user.id, { user, ...changeOf(user, ['factors']) });
    return {};
  },
});

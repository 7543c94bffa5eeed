import { z } from 'zod';
import { changeOf } from '../../domain/events/changes.ts';
import { requireFound } from '../../domain/failure.ts';
import { idSchema, recordId } from '../../domain/text.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { assertMayGrant } from '../../kernel/privilege-escalation.ts';
import { distrustDevices, removeFactors } from '../../store/factors/factors.ts';
import { userOf } from '../../store/records/shapes.ts';
import { lockUser } from '../../store/records/users.ts';
import { idOf } from '../../vocabulary/ids.ts';

/** Factors in one call; a user has fewer. */
const maxFactors = 100;

export const removeUserFactors = defineOperation({
  name: 'removeUserFactors',
  summary: 'Remove passkeys, authenticator apps and backup codes of a user, for example after the loss of a device.',
  words: {
    title: 'Remove sign-in factors of {userId}',
    button: 'Remove factors',
    danger: 'What is removed stops working at once: passkeys, authenticator apps, backup codes.',
  },
  permission: 'users:write',
  recentSignIn: true,
  record: 'userId',
  route: { method: 'POST', path: '/users/:userId/factors/remove' },
  input: z.strictObject({
    userId: recordId('user'),
    factorIds: z
      .array(idSchema('factor'))
      .min(1)
      .max(maxFactors)
      .nullish()
      .describe('The factors to remove; all if omitted.'),
  }),
  output: {
    user: entity('User', 'The updated user.'),
    removedFactorIds: z.array(idOf('factor')).describe('Ids of the removed factors.'),
  },
  always: ['User.Data.Updated'],
  async run({ tx, actor, emit, unchanged }, { userId, factorIds }) {
    const user = await lockUser(tx, userId);
    // Without its second factor an account is easier to take over.
    await assertMayGrant({ tx, actor }, { holderId: userId });
    const removed = new Set((await removeFactors(tx, userId, factorIds ?? null)).map(({ id }) => id));
    requireFound('factor', factorIds ?? [], removed, 'factorIds');
    const result = { user: userId, removedFactorIds: [...removed] };
    if (!removed.size) return unchanged(result);
    await distrustDevices(tx, userId);
    emit('User.Data.Updated', userId, { user: userOf(user), ...changeOf(userOf(user), ['factors']) });
    return result;
  },
});

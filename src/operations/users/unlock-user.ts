import { z } from 'zod';
import { limitKeyPurpose } from '../../domain/flow/secrets.ts';
import { recordId } from '../../domain/text.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { assertMayGrant } from '../../kernel/privilege-escalation.ts';
import { limitsOfUser, resetLimits } from '../../store/flows/attempt-limits.ts';
import { userOf } from '../../store/records/shapes.ts';
import { lockUser } from '../../store/records/users.ts';

export const unlockUser = defineOperation({
  name: 'unlockUser',
  summary: 'End the lock of a user after failed attempts to sign in, and forget these attempts.',
  words: { title: 'Unlock {userId}', button: 'Unlock {userId}', danger: null },
  permission: 'users:write',
  record: 'userId',
  route: { method: 'POST', path: '/users/:userId/unlock' },
  input: z.strictObject({ userId: recordId('user') }),
  output: { user: entity('User') },
  always: ['User.Unlocked'],
  prepare: ({ secretBox }) => Promise.resolve(secretBox.derive(limitKeyPurpose)),
  async run({ tx, actor, emit, unchanged }, { userId }, key) {
    const user = await lockUser(tx, userId);
    await assertMayGrant({ tx, actor }, { holderId: userId });
    if (!(await resetLimits(tx, await limitsOfUser(tx, key, userId)))) return unchanged({ user: userId });
    emit('User.Unlocked', userId, { user: userOf(user) });
    return { user: userId };
  },
});

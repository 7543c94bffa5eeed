import { z } from 'zod';
import { limitKey, limitKeyPurpose } from '../../domain/flow/secrets.ts';
import { idSchema } from '../../domain/text.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { assertMayGrant } from '../../kernel/privilege-escalation.ts';
import { resetLimits } from '../../store/flows/attempt-limits.ts';
import { userOf } from '../../store/records/shapes.ts';
import { lockUser } from '../../store/records/users.ts';
import { verificationKinds } from '../../vocabulary/flows.ts';

export const unlockUser = defineOperation({
  name: 'unlockUser',
  summary: 'End the lock of a user after failed attempts to sign in, and forget these attempts.',
  permission: 'users:write',
  subject: 'userId',
  route: { method: 'POST', path: '/users/:userId/unlock' },
  input: z.strictObject({ userId: idSchema.describe('The user.') }),
  output: { user: entity('User', 'The user.') },
  always: ['User.Unlocked'],
  prepare: ({ secretBox }, { userId }) => {
    const key = secretBox.derive(limitKeyPurpose);
    return Promise.resolve(verificationKinds.map((kind) => limitKey(key, kind, { userId })));
  },
  async run({ tx, actor, emit, unchanged }, { userId }, keys) {
    const user = await lockUser(tx, userId);
    await assertMayGrant({ tx, actor }, { holderId: userId });
    if (!(await resetLimits(tx, keys))) return unchanged({ user: userId });
    emit('User.Unlocked', userId, { user: userOf(user) });
    return { user: userId };
  },
});

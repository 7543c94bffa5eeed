import { z } from 'zod';
import { Failure } from '../../domain/failure.ts';
import { idSchema } from '../../domain/text.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { userOf } from '../../store/records/shapes.ts';
import { lockUser } from '../../store/records/users.ts';

export const recordSignIn = defineOperation({
  name: 'recordSignIn',
  summary: 'Record that a user has signed in with a password.',
  permission: { self: 'userId' },
  route: null,
  input: z.strictObject({
    userId: idSchema.describe('The user who signs in.'),
    applicationId: idSchema.nullable().describe('The application that requested the sign-in.'),
    passwordHash: z.string().describe('The hash that the password was compared with.'),
    endings: z.int().describe("The user's count of endings when the hash was read."),
    strongerHash: z.string().nullish().describe('The hash that replaces an imported hash that is weaker than ours.'),
  }),
  output: { user: entity('User', 'The updated user.') },
  always: ['PostSignIn'],
  async run({ tx, now, emit }, { userId, applicationId, passwordHash, endings, strongerHash }) {
    const { suspendedAt, updatedAt } = await lockUser(tx, userId);
    // While the password was compared, the user may have been suspended, given a new password, or signed out
    // everywhere.
    const unchanged = await tx.user.count({ where: { id: userId, passwordHash, endings } });
    if (suspendedAt || !unchanged) throw new Failure('FORBIDDEN', 'This user cannot sign in.');
    // Neither a sign-in nor a new hash of the same password changes the claim "updated_at" of OpenID Connect.
    const data = { lastSignInAt: now, updatedAt, ...(strongerHash && { passwordHash: strongerHash }) };
    const user = await tx.user.update({ where: { id: userId }, data });
    emit('PostSignIn', userId, { user: userOf(user), interaction: { applicationId } });
    return { user: userId };
  },
});

import { z } from 'zod';
import { Failure } from '../../domain/failure.ts';
import { idSchema } from '../../domain/text.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { userOf } from '../../store/records/shapes.ts';
import { lockUser } from '../../store/records/users.ts';

export const recordSignIn = defineOperation({
  name: 'recordSignIn',
  summary: 'Let a user in who has given the right password on the sign-in page.',
  permission: { self: 'userId' },
  route: null,
  input: z.strictObject({
    userId: idSchema.describe('The user who signs in.'),
    applicationId: idSchema.nullable().describe('The application that sent the user here.'),
    passwordHash: z.string().describe('The hash that the password was checked against.'),
    endings: z.int().describe('The count of endings of the user when the hash was read.'),
    strongerHash: z
      .string()
      .nullish()
      .describe('What replaces it, when it came from elsewhere and is weaker than ours.'),
  }),
  output: { user: entity('User', 'The user as it is now.') },
  always: ['PostSignIn'],
  async run({ tx, now, emit }, { userId, applicationId, passwordHash, endings, strongerHash }) {
    const { suspendedAt, updatedAt } = await lockUser(tx, userId);
    // Checking a password takes a while, in which the user may have been suspended, given another one, or signed out everywhere.
    const unchanged = await tx.user.count({ where: { id: userId, passwordHash, endings } });
    if (suspendedAt || !unchanged) throw new Failure('FORBIDDEN', 'This user cannot sign in.');
    // To sign in changes nothing about the person: OIDC's "updated_at" stays. Nor does another hash of the same password.
    const data = { lastSignInAt: now, updatedAt, ...(strongerHash && { passwordHash: strongerHash }) };
    const user = await tx.user.update({ where: { id: userId }, data });
    emit('PostSignIn', userId, { user: userOf(user), interaction: { applicationId } });
    return { user: userId };
  },
});

import { z } from 'zod';
import { second } from '../../domain/durations.ts';
import { badUserInput, conflict, notFound } from '../../domain/failure.ts';
import { subjectTokenLifetime } from '../../domain/people/impersonation.ts';
import { descriptionSchema, idSchema } from '../../domain/text.ts';
import { countFor } from '../../kernel/account-limit.ts';
import { defineOperation, entity, type RunContext } from '../../kernel/operation.ts';
import { assertMayGrant } from '../../kernel/privilege-escalation.ts';
import { newSubjectToken } from '../../store/impersonations/subject-tokens.ts';
import { lockUser } from '../../store/records/users.ts';
import { userOf } from '../../store/records/shapes.ts';
import { fieldFacts, secretText } from '../../vocabulary/field-facts.ts';
import { exampleIdOf } from '../../vocabulary/ids.ts';
import { exampleTimes, field, time } from '../../vocabulary/shape-parts.ts';
import { impersonationTokenType } from '../../vocabulary/token-exchange.ts';

const exampleToken = `${exampleIdOf('subjectToken')}.c2VjcmV0LXNob3duLW9uY2UtYW5kLW5ldmVyLWFnYWlu`;

export const createSubjectToken = defineOperation({
  name: 'createSubjectToken',
  summary: `Prepare to act as another user: a token that an application with impersonationAllowed exchanges once, with the type \`${impersonationTokenType}\`. Only users can, and the user sees who acted as them, and why.`,
  words: {
    title: 'Act as {userId}',
    button: 'Create subject token',
    note: 'An application that may impersonate exchanges the token, once, and then acts as this user.',
    danger: null,
  },
  permission: 'users:impersonate',
  usersOnly: true,
  recentSignIn: true,
  route: { method: 'POST', path: '/subject-tokens' },
  input: z.strictObject({
    userId: idSchema('user').describe(
      'The user to act as. They hold no permission of the Management API that you lack.',
    ),
    reason: field(
      descriptionSchema.min(1, 'Must not be empty.'),
      'Why. The user sees it.',
      'Ticket 4711: the invoice is missing',
    ).register(fieldFacts, { widget: 'lines', description: 'The user sees it.' }),
    expiresIn: z
      .int()
      .min(subjectTokenLifetime.minimum)
      .max(subjectTokenLifetime.maximum)
      .default(subjectTokenLifetime.maximum)
      .describe('Lifetime of the token in seconds, from a minute to 10 minutes.')
      .register(fieldFacts, { widget: 'duration', description: 'From a minute to 10 minutes.' }),
  }),
  output: {
    user: entity('User'),
    subjectToken: field(secretText, 'The token. Only its hash is stored.', exampleToken),
    expiresAt: field(time, 'Until when it can be exchanged.', exampleTimes.later),
  },
  always: ['User.Impersonation.Prepared'],
  prepare: ({ ids, secretBox }) => Promise.resolve({ ...newSubjectToken(ids), secretBox }),
  async run(context, { userId, reason, expiresIn }, { id, secretHash, text, secretBox }) {
    const { tx, now, emit } = context;
    const administrator = await administratorOf(context);
    if (userId === administrator.id) throw badUserInput('You cannot act as yourself.', 'userId');
    const user = await lockUser(tx, userId);
    if (user.suspendedAt) throw conflict('This user is suspended.', 'userId');
    await assertMayGrant(context, { holderId: userId });
    await countFor(tx, secretBox, { kind: 'impersonations', id: administrator.id, now });
    const expiresAt = new Date(now.getTime() + expiresIn * second);
    await tx.subjectToken.create({
      data: {
        id,
        secretHash,
        userId,
        administratorId: administrator.id,
        userSessionEpoch: user.sessionEpoch,
        administratorSessionEpoch: administrator.sessionEpoch,
        reason,
        createdAt: now,
        expiresAt,
      },
    });
    const shown = { administratorId: administrator.id, reason, expiresAt: expiresAt.toISOString() };
    emit('User.Impersonation.Prepared', userId, { user: userOf(user), ...shown });
    return { user: userId, subjectToken: text, expiresAt: shown.expiresAt };
  },
});

/**
 * The caller, who may have just been deleted. If everything of theirs was ended after their access token was read, that
 * ends the subject token as well: it has the session epoch of the access token.
 */
async function administratorOf({ tx, actor: { id, sessionEpoch } }: Pick<RunContext<never>, 'tx' | 'actor'>) {
  const administrator = await tx.user.findUnique({
    where: { id: id ?? '' },
    select: { id: true, sessionEpoch: true },
  });
  if (!administrator) throw notFound('administrator');
  return { ...administrator, sessionEpoch: sessionEpoch ?? administrator.sessionEpoch };
}

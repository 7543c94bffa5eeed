import { z } from 'zod';
import { idSchema } from '../../domain/text.ts';
import { defineBulk } from '../../kernel/bulk-operation.ts';
import { endImpersonations } from '../../kernel/impersonations.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { endUser } from '../../store/sessions/session-epochs.ts';
import { userOf } from '../../store/records/shapes.ts';
import { lockUser } from '../../store/records/users.ts';

export const endUserSessions = defineOperation({
  name: 'endUserSessions',
  summary: 'Sign a user out everywhere: sessions, pending sign-ins, grants and tokens end at once.',
  words: {
    title: 'End all sessions of {userId}',
    button: 'End all sessions',
    danger: 'Sessions, pending sign-ins, grants and tokens end at once.',
  },
  permission: 'users:write',
  route: { method: 'DELETE', path: '/users/:userId/sessions' },
  input: z.strictObject({ userId: idSchema('user').describe('The user to sign out.') }),
  output: { user: entity('User') },
  always: ['User.Sessions.Ended'],
  sometimes: ['User.Impersonation.Ended'],
  async run(context, { userId }) {
    const { tx, emit, unchanged } = context;
    const user = await lockUser(tx, userId);
    const { records, sessionEpoch } = await endUser(tx, userId);
    const impersonations = await endImpersonations(context, { administratorId: userId });
    if (!records && !impersonations) return unchanged({ user: userId });
    emit('User.Sessions.Ended', userId, { user: userOf(user), exceptSessionId: null, sessionEpoch });
    return { user: userId };
  },
});

export const endUsersSessions = defineBulk(endUserSessions, {
  name: 'endUsersSessions',
  summary: 'Sign many users out everywhere: sessions, pending sign-ins, grants and tokens end at once.',
  words: {
    title: 'End all sessions of {items}',
    button: 'End all sessions of {items}',
    danger: 'Sessions, pending sign-ins, grants and tokens end at once.',
  },
});

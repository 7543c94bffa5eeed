import { requires } from '../../schema/access.ts';
import { builder } from '../../schema/builder.ts';
import { readableId } from '../events/event.ts';
import { User } from '../people/user.ts';
import { Application } from './application.ts';

builder.prismaObjectField(Application, 'owner', (t) =>
  t.prismaField({
    type: User,
    ...requires('users:read'),
    description:
      'The user who answers for it; null if it has no owner (`ownerId`), if the owner was deleted, or if the caller may not read the user.',
    resolve: async (query, { ownerId }, _args, context) =>
      context.prisma.user.findUnique({
        ...query,
        where: { id: await readableId('user', { kind: 'user', id: ownerId }, context) },
      }),
  }),
);

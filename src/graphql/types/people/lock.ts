import { lockShape } from '../../../vocabulary/records/people-shapes.ts';
import type { Lock } from '../../../store/flows/locks.ts';
import { readableWith, requiresEverywhere } from '../../schema/access.ts';
import { noId } from '../../schema/nodes.ts';
import { batched } from '../../schema/batched.ts';
import { builder } from '../../schema/builder.ts';
import { exposeShape } from '../../schema/shapes.ts';
import { User } from './user.ts';

const UserLock = builder.objectRef<Lock>('UserLock').implement({
  description: 'A lock of a user after failed attempts to authenticate. Requires the permission users:read.',
  authScopes: readableWith('users:read'),
  fields: (t) => ({
    ...exposeShape(t, lockShape),
    device: t.prismaField({
      type: 'Device',
      ...requiresEverywhere('users:read'),
      description: 'The known device that is locked; null for the lock of all unknown browsers.',
      resolve: (query, { deviceId }, _args, { prisma }) =>
        prisma.device.findUnique({ ...query, where: { id: deviceId ?? noId } }),
    }),
  }),
});

const findLocks = batched<string, Lock[]>(async ({ findLocks: find, prisma, clock }, userIds) => {
  const locks = Map.groupBy(await find(prisma, [...new Set(userIds)], clock.now()), ({ userId }) => userId);
  return userIds.map((id) => locks.get(id) ?? []);
});

builder.prismaObjectField(User, 'locks', (t) =>
  t.field({
    type: [UserLock],
    ...requiresEverywhere('users:read'),
    description: 'Locks that apply now, sorted by their end.',
    resolve: ({ id }, _args, context) => findLocks(context, id),
  }),
);

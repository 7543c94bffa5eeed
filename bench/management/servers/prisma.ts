import { openDatabase, type Transaction } from '../../../src/platform/database/database.ts';
import { systemIds } from '../../../src/platform/ids/ids.ts';
import { eventOf } from './event.ts';
import { serve } from './serve.ts';

// The four writes with Prisma as its documentation shows it, in an interactive transaction each: the user and the event, and nothing
// else. The client is set up as the platform's own, statements with names included.
const { prisma } = openDatabase(process.env['DATABASE_URL'] ?? '');

const writing = async (type: string, write: (tx: Transaction) => Promise<{ id: string }>): Promise<object> => ({
  user: await prisma.$transaction(async (tx) => {
    const user = await write(tx);
    await tx.event.create({ data: eventOf(type, user) });
    return user;
  }),
});

const counted = { version: { increment: 1 } };

serve({
  'POST /users': (_id, input) =>
    writing('User.Created', (tx) => tx.user.create({ data: { ...input, id: systemIds.next('user') } })),
  'PATCH /users/:id': (id, input) =>
    writing('User.Data.Updated', (tx) => tx.user.update({ where: { id }, data: { ...input, ...counted } })),
  'PATCH /users/:id/is-suspended': (id, { isSuspended }) =>
    writing('User.SuspensionStatus.Updated', (tx) =>
      tx.user.update({ where: { id }, data: { suspendedAt: isSuspended ? new Date() : null, ...counted } }),
    ),
  'DELETE /users/:id': (id) => writing('User.Deleted', (tx) => tx.user.delete({ where: { id } })),
});

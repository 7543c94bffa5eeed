import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient } from '../../../src/generated/prisma/client.ts';
import { omittedColumns } from '../../../src/platform/database/database.ts';
import { systemIds } from '../../../src/platform/ids/ids.ts';
import { eventOf } from './event.ts';
import { serve } from './serve.ts';

// The four writes as in Prisma's documentation: an interactive transaction each, with the user and the event. The
// options of the client are those of the platform.
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });
const adapter = new PrismaPg(pool);
const prisma = new PrismaClient({ adapter, errorFormat: 'minimal', omit: omittedColumns });
type Transaction = Parameters<Parameters<typeof prisma.$transaction>[0]>[0];

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

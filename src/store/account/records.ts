import type { Prisma } from '../../platform/database/database.ts';
import { messageShape } from '../../vocabulary/people-shapes.ts';
import { newestEntries, signInAttemptOf } from '../records/people-shapes.ts';
import { publicFields } from '../records/public-fields.ts';

/** Rows of one read. */
const batch = 500;

/** The attempts of a user to sign in, newest first, in batches. */
export async function* readAccountAttempts(prisma: Prisma, userId: string, now: Date) {
  for (let last: string | undefined; ; ) {
    const rows = await prisma.signInAttempt.findMany({
      where: { userId, ...(last !== undefined && { id: { lt: last } }) },
      include: newestEntries,
      orderBy: { id: 'desc' },
      take: batch,
    });
    yield rows.map((row) => signInAttemptOf(row, now));
    last = rows.at(-1)?.id;
    if (rows.length < batch) return;
  }
}

/** The messages to the verified addresses of a user, newest first, in batches: without their content. */
export async function* readAccountMessages(prisma: Prisma, userId: string) {
  const user = await prisma.user.findUnique({ where: { id: userId } });
  const { email = null, emailVerifiedAt = null, phone = null, phoneVerifiedAt = null } = user ?? {};
  const recipients = [emailVerifiedAt && email, phoneVerifiedAt && phone].filter((address) => address !== null);
  for (let last: string | undefined; ; ) {
    const rows = await prisma.message.findMany({
      where: { recipient: { in: recipients }, ...(last !== undefined && { id: { lt: last } }) },
      orderBy: { id: 'desc' },
      take: batch,
    });
    yield rows.map((row) => publicFields(messageShape, row));
    last = rows.at(-1)?.id;
    if (rows.length < batch) return;
  }
}

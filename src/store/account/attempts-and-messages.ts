import type { Prisma } from '../../platform/database/database.ts';
import { messageShape } from '../../vocabulary/records/people-shapes.ts';
import { newestEntries, signInAttemptOf } from '../records/people-shapes.ts';
import { publicFields } from '../records/public-fields.ts';

/** Rows of one read. */
const batch = 500;

/** The rows after a row, newest first: ids are in the order of creation. */
const newestAfter = (last: string | undefined) => ({
  where: last === undefined ? {} : { id: { lt: last } },
  orderBy: { id: 'desc' } as const,
  take: batch,
});

/** Reads batches until one is not full. */
async function* inBatches<Row extends { id: string }>(
  read: (page: ReturnType<typeof newestAfter>) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let last: string | undefined; ; ) {
    const rows = await read(newestAfter(last));
    yield rows;
    last = rows.at(-1)?.id;
    if (rows.length < batch) return;
  }
}

/** The attempts of a user to sign in, newest first, in batches. */
export async function* readAccountAttempts(prisma: Prisma, userId: string, now: Date) {
  const batches = inBatches(({ where, ...page }) =>
    prisma.signInAttempt.findMany({ where: { userId, ...where }, include: newestEntries, ...page }),
  );
  for await (const rows of batches) yield rows.map((row) => signInAttemptOf(row, now));
}

/** The messages to the verified addresses of a user, newest first, in batches: without their content. */
export async function* readAccountMessages(prisma: Prisma, userId: string) {
  const user = await prisma.user.findUnique({ where: { id: userId } });
  const { email = null, emailVerifiedAt = null, phone = null, phoneVerifiedAt = null } = user ?? {};
  const recipients = [emailVerifiedAt && email, phoneVerifiedAt && phone].filter((address) => address !== null);
  const batches = inBatches(({ where, ...page }) =>
    prisma.message.findMany({ where: { recipient: { in: recipients }, ...where }, ...page }),
  );
  for await (const rows of batches) yield rows.map((row) => publicFields(messageShape, row));
}

// SQL: conditions on keys that are given as text.
import { type AttemptLimitKind, attemptLimitKindNames, attemptLimitKinds } from '../../domain/people/attempt-limits.ts';
import { limitKey, limitKeyPurpose } from '../../domain/flow/secrets.ts';
import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import type { Prisma } from '../../platform/database/database.ts';
import { limitedBesides, limitedUser } from './attempt-limits.ts';

/** A lock of a user after failed attempts. */
export interface Lock {
  userId: string;
  /** The kind of attempts that are limited. */
  kind: AttemptLimitKind;
  /** The way in which the user tried to authenticate. */
  flow: (typeof attemptLimitKinds)[keyof typeof attemptLimitKinds]['flow'];
  /** The known device that is locked; null for the lock of the account, which applies to all other browsers. */
  deviceId: string | null;
  /** Failures in a row. */
  failures: number;
  until: Date;
}

/** Finds the locks of users that apply at a time. */
export type FindLocks = (
  prisma: Pick<Prisma, '$queryRaw' | 'user'>,
  userIds: readonly string[],
  now: Date,
) => Promise<Lock[]>;

/**
 * The key of a limit is an HMAC of the account, identifier or device, so the keys of all of them are looked up. The
 * lock of an identifier can last longer than that of its account.
 */
export function createFindLocks(secretBox: Pick<SecretBox, 'derive'>): FindLocks {
  const key = secretBox.derive(limitKeyPurpose);
  return async (prisma, userIds, now) => {
    const select = { id: true, ...limitedUser };
    const users = await prisma.user.findMany({ where: { id: { in: [...userIds] } }, select });
    const limited = users.flatMap(({ id: userId, ...user }) =>
      [{ userId }, ...limitedBesides(user)].map((of) => ({
        userId,
        deviceId: 'deviceId' in of ? of.deviceId : null,
        of,
      })),
    );
    const locksByKey = new Map(
      limited.flatMap(({ userId, deviceId, of }) =>
        attemptLimitKindNames.map((kind) => {
          const lock = { userId, deviceId, kind, flow: attemptLimitKinds[kind].flow };
          return [limitKey(key, kind, of).toString('hex'), lock] as const;
        }),
      ),
    );
    const rows = await prisma.$queryRaw<{ key: string; failures: number; until: Date }[]>`
      SELECT encode(key, 'hex') AS key, failures, locked_until AS until FROM attempt_limits
      WHERE key IN (SELECT decode(hex, 'hex') FROM unnest(${[...locksByKey.keys()]}::text[]) AS hex)
        AND locked_until > ${now}
      ORDER BY locked_until, key`;
    const locks = rows.flatMap(({ key: hex, failures, until }) => {
      const lock = locksByKey.get(hex);
      return lock ? [{ ...lock, failures, until }] : [];
    });
    // Of the account and its identifiers the longest, which is the last one.
    const nameOf = ({ userId, kind, deviceId }: Lock) => `${userId} ${kind} ${deviceId}`;
    const last = new Map(locks.map((lock) => [nameOf(lock), lock]));
    return locks.filter((lock) => last.get(nameOf(lock)) === lock);
  };
}

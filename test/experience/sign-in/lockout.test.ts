import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { unlockUser } from '../../../src/operations/users/unlock-user.ts';
import { setUserPassword } from '../../../src/operations/users/set-user-password.ts';
import { platformActor } from '../../../src/kernel/actor.ts';
import { createFindLocks } from '../../../src/store/flows/locks.ts';
import { removeOldFlows } from '../../../src/store/flows/retention.ts';
import { freePasswords, passwordAttempts, signedInAs } from '../../support/browsers/flows.ts';
import { addApplication, addUser, startIssuer } from '../../support/issuer.ts';
import { perFile } from '../../support/per-file.ts';

const issuer = perFile(startIssuer);
let applicationId: string;
let attempt: ReturnType<typeof passwordAttempts>;
let user: Awaited<ReturnType<typeof addUser>>;
let comparisons = 0;

beforeAll(async () => {
  ({ id: applicationId } = await addApplication(issuer.database.prisma, 'TRADITIONAL_WEB'));
  attempt = passwordAttempts(
    issuer,
    applicationId,
    freePasswords(issuer, () => (comparisons += 1)),
  );
});
beforeEach(async () => {
  user = await addUser(issuer.database.prisma, { passwordHash: 'right' });
  comparisons = 0;
});

const origin = { requestId: 'req_test', channel: 'rest' } as const;
const fail = (count: number, name = user.username, options = {}) =>
  Promise.all(Array.from({ length: count }, () => attempt(name, 'wrong', options)));
const lockouts = () =>
  issuer.database.prisma.event.findMany({ where: { type: 'Identifier.Lockout', subjectId: user.id } });
const outcome = async (work: ReturnType<typeof attempt>): Promise<unknown> => {
  const result = await work;
  return typeof result === 'object' && 'problem' in result ? result.problem : (signedInAs(result) ?? result);
};
const minutesLocked = async (): Promise<number | undefined> => {
  const result = await attempt(user.username, 'right');
  if (typeof result !== 'object' || !('until' in result)) return undefined;
  return Math.round((result.until.getTime() - issuer.clock.now().getTime()) / 60_000);
};

describe('an account', () => {
  test('is locked for 15 minutes, and then for twice as long each time, up to a day', async () => {
    const times: (number | undefined)[] = [];
    for (let lock = 0; lock < 9; lock++) {
      await fail(10);
      times.push(await minutesLocked());
      issuer.advance((times.at(-1) ?? 0) * 60 + 60);
    }
    expect(times).toEqual([15, 30, 60, 120, 240, 480, 960, 1440, 1440]);
    expect(await lockouts()).toHaveLength(9);
  });

  test('is locked for good by 100 failures in a row, until an administrator unlocks it', async () => {
    for (let lock = 0; lock < 10; lock++) {
      await fail(10);
      issuer.advance(24 * 3600 + 60);
      await removeOldFlows(issuer.database, issuer.clock.now());
    }
    issuer.advance(365 * 86_400);
    expect(await outcome(attempt(user.username, 'right'))).toBe('locked-for-good');
    const run = () => issuer.execute(unlockUser, platformActor, { userId: user.id }, origin);
    expect((await run()).eventIds).toHaveLength(1);
    expect(await outcome(attempt(user.username, 'right'))).toBe(user.id);
    expect((await run()).eventIds).toHaveLength(0);
  });

  test('forgets its failures after a success, and after an hour without an attempt', async () => {
    await fail(9);
    expect(await outcome(attempt(user.username, 'right'))).toBe(user.id);
    await fail(9);
    issuer.advance(3601);
    await fail(9);
    expect(await outcome(attempt(user.username, 'right'))).toBe(user.id);
    expect(await lockouts()).toEqual([]);
  });

  test('an account that does not exist is locked as well, without an event', async () => {
    const before = await issuer.database.prisma.event.count();
    await fail(9, 'unknown');
    expect(await outcome(attempt('unknown', 'wrong'))).toBe('locked');
    expect(await outcome(attempt('unknown', 'wrong'))).toBe('locked');
    expect(comparisons).toBe(10);
    expect(await issuer.database.prisma.event.count()).toBe(before);
  });
});

describe('an identifier', () => {
  const other = () => attempt(user.email, 'right');

  test('an identifier with which the lock was not reached is refused as if the password were wrong', async () => {
    await fail(10);
    expect(await outcome(other())).toBe('wrong-password');
    expect(await outcome(attempt(user.username, 'right'))).toBe('locked');
    issuer.advance(15 * 60 + 1);
    expect(await outcome(other())).toBe(user.id);
  });

  test('has a lock of its own, which administrators see and end with that of the account', async () => {
    await fail(5);
    await fail(10, user.email);
    expect(await lockouts()).toHaveLength(1);
    issuer.advance(15 * 60 - 1);
    await fail(5, user.email);
    const find = () => createFindLocks(issuer.secretBox)(issuer.database.prisma, [user.id], issuer.clock.now());
    expect(await find()).toMatchObject([{ kind: 'password', deviceId: null }]);
    await issuer.execute(unlockUser, platformActor, { userId: user.id }, origin);
    expect(await find()).toEqual([]);
    expect(await outcome(other())).toBe(user.id);
  });

  test('locks the account with an event, whichever of its attempts settles first', async () => {
    const [all, refused] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let compared = 0;
    const free = freePasswords(issuer, () => (compared += 1) === 10 && all.resolve());
    const ordered = passwordAttempts(issuer, applicationId, {
      ...free,
      async verify(stored, ...rest) {
        const isRight = await free.verify(stored, ...rest);
        await all.promise;
        // Attempts for which the account has none left are compared with no password.
        if (stored !== null) await refused.promise;
        return isRight;
      },
    });
    await fail(5);
    const attempts = Array.from({ length: 10 }, (_, index) =>
      ordered(user.email, 'wrong', { uid: `ordered ${index}` }),
    );
    expect(await outcome(Promise.race(attempts))).toBe('locked');
    expect(await lockouts()).toEqual([]);
    refused.resolve();
    await Promise.all(attempts);
    expect(await lockouts()).toHaveLength(1);
  });

  test('keeps its failures when the user signs in with another one', async () => {
    await fail(9);
    expect(await outcome(other())).toBe(user.id);
    await fail(1);
    expect(await outcome(attempt(user.username, 'right'))).toBe('locked');
    expect(await lockouts()).toHaveLength(1);
    expect(await outcome(other())).toBe(user.id);
  });
});

describe('a known device', () => {
  const mine = { device: 'mine' };
  const signIn = (secret = 'right') => outcome(attempt(user.username, secret, mine));

  test('can sign in while the account is locked elsewhere, and has a limit of its own', async () => {
    expect(await signIn()).toBe(user.id);
    await fail(10);
    expect(await outcome(attempt(user.username, 'right'))).toBe('locked');
    expect(await signIn()).toBe(user.id);
    await fail(10, user.username, mine);
    expect(await signIn()).toBe('locked');
    await issuer.execute(unlockUser, platformActor, { userId: user.id }, origin);
    expect(await signIn()).toBe(user.id);
  });

  test('counts its failures for the account as well, until the user signs in', async () => {
    expect(await signIn()).toBe(user.id);
    await fail(4, user.username, mine);
    await fail(6);
    expect(await outcome(attempt(user.username, 'right'))).toBe('wrong-password');
    expect(await signIn()).toBe(user.id);
    expect(await lockouts()).toHaveLength(1);
    await issuer.execute(unlockUser, platformActor, { userId: user.id }, origin);
    await fail(9, user.username, mine);
    expect(await signIn()).toBe(user.id);
    await fail(9);
    expect(await outcome(attempt(user.username, 'right'))).toBe(user.id);
    expect(await lockouts()).toHaveLength(1);
  });

  test('locks itself and the account with ten failures at the same time, with one event', async () => {
    expect(await signIn()).toBe(user.id);
    await fail(40, user.username, mine);
    expect(comparisons).toBe(11);
    expect(await signIn()).toBe('locked');
    // Elsewhere the lock is not shown: it was not reached there.
    expect(await outcome(attempt(user.username, 'right'))).toBe('wrong-password');
    expect(await lockouts()).toHaveLength(1);
  });

  test('a device that one user has signed in from is not a known device of another user', async () => {
    expect(await signIn()).toBe(user.id);
    const other = await addUser(issuer.database.prisma, { passwordHash: 'right' });
    await fail(10, other.username);
    expect(await outcome(attempt(other.username, 'right', mine))).toBe('locked');
  });

  test('is unknown after a new password, and after 90 days', async () => {
    expect(await signIn()).toBe(user.id);
    issuer.advance(91 * 86_400);
    await fail(10);
    expect(await signIn()).toBe('locked');
    await issuer.execute(unlockUser, platformActor, { userId: user.id }, origin);
    expect(await signIn()).toBe(user.id);
    await issuer.execute(setUserPassword, platformActor, { userId: user.id, password: 'another password' }, origin);
    await fail(10);
    expect(await signIn('another password')).toBe('locked');
  });
});

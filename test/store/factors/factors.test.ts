import { beforeEach, describe, expect, test } from 'vitest';
import { makeBackupCodes, readBackupCode } from '../../../src/domain/people/backup-codes.ts';
import { totpStep } from '../../../src/domain/people/totp.ts';
import { deleteUser } from '../../../src/operations/users/delete-user.ts';
import type { Transaction } from '../../../src/platform/database/database.ts';
import { systemIds as ids } from '../../../src/platform/ids/ids.ts';
import { findBackupCode, replaceBackupCodes, useBackupCode } from '../../../src/store/factors/backup-codes.ts';
import { removeFactors } from '../../../src/store/factors/factors.ts';
import { addPasskey, findPasskey, type PasskeyUse, usePasskey } from '../../../src/store/factors/passkeys.ts';
import { addTotp, totpsOf, useTotp } from '../../../src/store/factors/totp.ts';
import { startKernel } from '../../support/kernel.ts';
import { perFile } from '../../support/per-file.ts';
import { makeRecords } from '../../support/records.ts';

const kernel = perFile(startKernel);
let userId: string;
beforeEach(async () => {
  userId = (await makeRecords(kernel)).other;
});

/** Runs in a transaction of its own, as one request does. */
const transact = <Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> =>
  kernel.database.prisma.$transaction(work);

/** The number of these uses that win if all begin at once. */
async function winners(count: number, use: () => Promise<boolean>): Promise<number> {
  const results = await Promise.all(Array.from({ length: count }, use));
  return results.filter((won) => won).length;
}

async function newPasskey(changes: { credentialId?: string; counter?: number } = {}): Promise<string> {
  const id = ids.next('factor');
  const passkey = {
    id,
    userId,
    name: 'Phone',
    credentialId: ids.secret(),
    publicKey: Uint8Array.of(1, 2, 3),
    counter: 5,
    transports: ['hybrid', 'internal'],
    aaguid: '00000000-0000-0000-0000-000000000000',
    host: 'localhost',
    isBackedUp: false,
    createdAt: kernel.now(),
    ...changes,
  };
  const added = await transact((tx) => addPasskey(tx, passkey));
  return added ? id : '';
}

const secret = Buffer.from('12345678901234567890');
async function newTotp(lastStep: number): Promise<string> {
  const id = ids.next('factor');
  const totp = { id, userId, name: 'App', encryptedSecret: Buffer.from('sealed'), lastStep, createdAt: kernel.now() };
  await transact((tx) => addTotp(tx, totp));
  return id;
}

/** Replaces the backup codes of the user. The hashes are not of the secrets. */
async function newBackupCodes(): Promise<{ id: string; prefix: string }[]> {
  const codes = makeBackupCodes((length) => Buffer.from(ids.secret(length), 'base64url')).map((code) => ({
    id: ids.next('factor'),
    prefix: readBackupCode(code)?.prefix ?? '',
    encryptedSecret: Uint8Array.of(1),
  }));
  await transact((tx) => replaceBackupCodes(tx, userId, codes, kernel.now()));
  return codes;
}

const factors = () => kernel.database.prisma.factor.findMany({ where: { userId }, orderBy: { id: 'asc' } });

describe('the factors of a user', () => {
  test('are removed by id or all at once, and only those of the user', async () => {
    const passkey = await newPasskey();
    const totp = await newTotp(1);
    const { other } = await makeRecords(kernel);
    const remove = (owner: string, ...given: string[][]) =>
      transact(async (tx) => (await removeFactors(tx, owner, ...given)).map(({ id }) => id));
    expect(await remove(other, [passkey])).toEqual([]);
    expect(await remove(other)).toEqual([]);
    expect(await remove(userId, [passkey, ids.next('factor')])).toEqual([passkey]);
    expect(await remove(userId, [])).toEqual([]);
    expect(await remove(userId)).toEqual([totp]);
    expect(await factors()).toEqual([]);
  });

  test('are deleted with the user', async () => {
    await newPasskey();
    await newBackupCodes();
    await kernel.run(deleteUser, { userId });
    expect(await factors()).toEqual([]);
  });
});

describe('a passkey', () => {
  const use = (id: string, changes: Partial<PasskeyUse>) =>
    transact((tx) => usePasskey(tx, id, { counter: 6, isBackedUp: false, now: kernel.now(), ...changes }));

  test('is found by its credential id, with what a response is verified with', async () => {
    const id = await newPasskey({ credentialId: 'abc', counter: 4_294_967_295 });
    expect(await findPasskey(kernel.database.prisma, 'abc')).toEqual({
      id,
      userId,
      credentialId: 'abc',
      publicKey: Uint8Array.of(1, 2, 3),
      counter: 4_294_967_295,
      transports: ['hybrid', 'internal'],
      isBackedUp: false,
    });
    expect(await findPasskey(kernel.database.prisma, 'unknown')).toBeUndefined();
  });

  test('belongs to one user', async () => {
    const credentialId = ids.secret();
    expect(await winners(20, async () => (await newPasskey({ credentialId })) !== '')).toBe(1);
  });

  test('is used with a counter that increases, unless a stale one is allowed', async () => {
    const id = await newPasskey({ counter: 5 });
    expect(await use(id, { counter: 5 })).toBe(false);
    expect(await use(id, { counter: 0 })).toBe(false);
    expect(await use(id, { counter: 7, isBackedUp: true })).toBe(true);
    expect(await use(id, { counter: 6 })).toBe(false);
    expect(await use(id, { counter: 6, allowStaleCounter: true })).toBe(true);
    expect(await use(id, { counter: 7 })).toBe(false);
    expect(await factors()).toMatchObject([{ lastUsedAt: kernel.now() }]);
  });

  test('a passkey that does not count is used any number of times, until it is removed', async () => {
    const id = await newPasskey({ counter: 0 });
    expect([await use(id, { counter: 0 }), await use(id, { counter: 0 })]).toEqual([true, true]);
    await transact((tx) => removeFactors(tx, userId));
    expect(await use(id, { counter: 0, allowStaleCounter: true })).toBe(false);
  });

  test('a passkey with one counter is used once, however many uses there are at once', async () => {
    const id = await newPasskey({ counter: 5 });
    expect(await winners(50, () => use(id, { counter: 6 }))).toBe(1);
  });
});

describe('an authenticator app', () => {
  const use = (id: string, step: number) => transact((tx) => useTotp(tx, id, { step, now: kernel.now() }));

  test('accepts steps in order', async () => {
    const id = await newTotp(10);
    expect([await use(id, 10), await use(id, 9), await use(id, 12), await use(id, 11)]).toEqual([
      false,
      false,
      true,
      false,
    ]);
    expect(await totpsOf(kernel.database.prisma, userId)).toEqual([
      { id, encryptedSecret: Uint8Array.from(Buffer.from('sealed')), lastStep: 12 },
    ]);
  });

  test('accepts a code once, however many browsers send it at once', async () => {
    const now = new Date(1111111109_000);
    const id = await newTotp(0);
    const inOneBrowser = async (): Promise<boolean> => {
      const [totp] = await totpsOf(kernel.database.prisma, userId);
      const step = totpStep({ secret, code: '081804', now, lastStep: totp?.lastStep ?? null });
      return step !== undefined && use(id, step);
    };
    expect(await winners(2, inOneBrowser)).toBe(1);
    expect(await inOneBrowser()).toBe(false);
    // Both have read the last step before either has used the code.
    expect(await winners(50, () => use(id, 37037037))).toBe(1);
  });
});

describe('a backup code', () => {
  const use = (id: string) => transact((tx) => useBackupCode(tx, id, kernel.now()));

  const found = (code: { prefix: string } | undefined, owner = userId) =>
    findBackupCode(kernel.database.prisma, owner, code?.prefix ?? '');

  test('is used once, however many uses there are at once', async () => {
    const [code, next] = await newBackupCodes();
    expect(await winners(50, () => use(code?.id ?? ''))).toBe(1);
    expect(await found(next)).toMatchObject({ id: next?.id });
    expect((await factors()).filter(({ usedAt }) => usedAt !== null)).toHaveLength(1);
  });

  test('is found by its prefix while it is unused; otherwise another one is, which takes the same time', async () => {
    const [code, ...others] = await newBackupCodes();
    expect(await found(code)).toMatchObject({ id: code?.id });
    await use(code?.id ?? '');
    expect(others.map(({ id }) => id)).toContain((await found(code))?.id);
    for (const { id } of others) await use(id);
    expect(await found(code)).toBeUndefined();
  });

  test('is not valid after it was replaced', async () => {
    const [former] = await newBackupCodes();
    await newBackupCodes();
    expect(await use(former?.id ?? '')).toBe(false);
    expect(await factors()).toHaveLength(10);
  });

  test('belongs to its user', async () => {
    const [code] = await newBackupCodes();
    const { other } = await makeRecords(kernel);
    expect(await found(code, other)).toBeUndefined();
  });
});

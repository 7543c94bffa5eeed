import { hash } from 'node:crypto';
import { describe, expect, it, test } from 'vitest';
import { makeBackupCodes, readBackupCode } from '../../../src/domain/people/backup-codes.ts';
import { backupCodeHash, isBackupCode } from '../../../src/domain/flow/secrets.ts';

/** Bytes that look random, and are the same in every run. */
function bytesFrom(seed: string): (length: number) => Uint8Array {
  let count = 0;
  return (length) => Buffer.from(hash('sha256', `${seed} ${count++}`, 'hex'), 'hex').subarray(0, length);
}

describe('backup codes', () => {
  it('are ten, in groups of four characters that are not misread', () => {
    const codes = makeBackupCodes(bytesFrom('a'));
    expect(codes).toHaveLength(10);
    for (const code of codes) expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){2}[0-9a-hjkmnp-tv-z]{4}$/);
    expect(makeBackupCodes(bytesFrom('b'))).not.toEqual(codes);
  });

  it('all codes of a set begin differently, so that a typed code is compared with one hash', () => {
    for (let set = 0; set < 200; set += 1) {
      const prefixes = makeBackupCodes(bytesFrom(`set ${set}`)).map((code) => readBackupCode(code)?.prefix);
      expect(new Set(prefixes).size).toBe(10);
    }
  });

  it('use every character equally often', () => {
    const random = bytesFrom('many');
    const counts = new Map<string, number>();
    for (let set = 0; set < 500; set += 1) {
      for (const character of makeBackupCodes(random).join('').replaceAll('-', '').slice(2))
        counts.set(character, (counts.get(character) ?? 0) + 1);
    }
    expect(counts.size).toBe(32);
    const [least, most] = [Math.min(...counts.values()), Math.max(...counts.values())];
    expect(most / least).toBeLessThan(1.3);
  });
});

describe('a typed code', () => {
  test.each([
    '7k2q-m9xa-41b0',
    '7K2Q M9XA 41B0',
    ' 7k2qm9xa41b0\n',
    '7k2q–m9xa—4lbO',
    '7k2q-m9xa-4iBo',
    '７k２q-m9xa-41b0',
  ])('can be %j', (typed) => expect(readBackupCode(typed)).toEqual({ prefix: '7k', secret: '7k2qm9xa41b0' }));

  test.each(['', '7k2q-m9xa-41b', '7k2q-m9xa-41b00', '7k2q-m9xa-41bu', '7k2q_m9xa_41b0', '287082', '7k2q-m9xa-41b\0'])(
    'cannot be %j',
    (typed) => expect(readBackupCode(typed)).toBeUndefined(),
  );

  it('matches the hash of its code only, and for its user', () => {
    const [one = '', other = ''] = makeBackupCodes(bytesFrom('hashed'));
    const secretOf = (code: string) => readBackupCode(code)?.secret ?? '';
    const stored = backupCodeHash('user_1', secretOf(one));
    expect(isBackupCode(stored, 'user_1', secretOf(one.toUpperCase()))).toBe(true);
    expect(isBackupCode(stored, 'user_1', secretOf(other))).toBe(false);
    expect(isBackupCode(stored, 'user_2', secretOf(one))).toBe(false);
    expect(isBackupCode(stored, 'user_1', '')).toBe(false);
  });
});

import { pbkdf2Sync } from 'node:crypto';
import { hash as argon2 } from '@node-rs/argon2';
import { describe, expect, it } from 'vitest';
import { createPasswords } from '../../src/platform/passwords/passwords.ts';

const passwords = createPasswords();
/** The library's numbers. */
const [argon2i, argon2id] = [1, 2];
const unpadded = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
const salt = Buffer.from('0123456789abcdef');
const key = (password: string, iterations: number, digest: 'sha256' | 'sha512') =>
  unpadded(pbkdf2Sync(password, salt, iterations, digest === 'sha256' ? 32 : 64, digest));

/** Published hashes, or made by other libraries. */
const known: [string, string, string][] = [
  // https://www.php.net/manual/en/function.password-hash.php
  ['bcrypt as PHP writes it', '$2y$10$.vGA1O9wmRjrwAVXD98HNOgsNpDczlqm3Jq7KnEd1rVAGv3Fykk1a', 'rasmuslerdorf'],
  // https://cvsweb.openwall.com/cgi/cvsweb.cgi/Owl/packages/glibc/crypt_blowfish/wrapper.c
  ['bcrypt as it was written before', '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW', 'U*U'],
  ['bcrypt as most write it', '$2b$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW', 'U*U'],
  // https://passlib.readthedocs.io/en/stable/lib/passlib.hash.pbkdf2_digest.html
  [
    'PBKDF2 as passlib writes it',
    '$pbkdf2-sha256$29000$N2YMIWQsBWBMae09x1jrPQ$1t8iyB2A.WF/Z5JZv.lfCIhXXN33N23OSgQYThBYRfk',
    'toomanysecrets',
  ],
  [
    'PBKDF2 with SHA-512 as passlib writes it',
    `$pbkdf2-sha512$1000$${unpadded(salt)}$${key('correct horse', 1000, 'sha512').replaceAll('+', '.')}`,
    'correct horse',
  ],
  [
    'PBKDF2 as a PHC string',
    `$pbkdf2-sha256$i=1000,l=32$${unpadded(salt)}$${key('correct horse', 1000, 'sha256')}`,
    'correct horse',
  ],
  ['PBKDF2 as a PHC string without length', `$pbkdf2-sha512$i=2$${unpadded(salt)}$${key('x', 2, 'sha512')}`, 'x'],
];

describe('an imported hash', () => {
  it.each(known)('can be compared with: %s', async (_format, hash, password) => {
    expect([passwords.isHash(hash), passwords.isStrong(hash)]).toEqual([true, false]);
    await expect(passwords.verify(hash, password)).resolves.toBe(true);
    await expect(passwords.verify(hash, `${password}x`)).resolves.toBe(false);
    await expect(passwords.verify(hash, '')).resolves.toBe(false);
  });

  it('can be compared with: argon2i and argon2id with other parameters than ours', async () => {
    const cheap = { memoryCost: 64, timeCost: 2, parallelism: 1 };
    for (const algorithm of [argon2i, argon2id]) {
      const hash = await argon2('correct horse', { ...cheap, algorithm });
      expect([passwords.isHash(hash), passwords.isStrong(hash)]).toEqual([true, false]);
      await expect(passwords.verify(hash, 'correct horse')).resolves.toBe(true);
      await expect(passwords.verify(hash, 'wrong')).resolves.toBe(false);
    }
  });

  it('is as strong as ours if it is argon2id with as much memory', async () => {
    expect(passwords.isStrong(await passwords.hash('x'))).toBe(true);
    expect(passwords.isStrong(await argon2('x', { memoryCost: 65536, timeCost: 3, parallelism: 4 }))).toBe(true);
    expect(passwords.isStrong(await argon2('x', { memoryCost: 65536, algorithm: argon2i }))).toBe(false);
  });

  it('matches the password in the form in which it was hashed', async () => {
    const typed = 'cafe\u0301';
    const hash = `$pbkdf2-sha256$i=2$${unpadded(salt)}$${key(typed, 2, 'sha256')}`;
    await expect(passwords.verify(hash, typed)).resolves.toBe(true);
  });
});

const a = (count: number) => 'A'.repeat(count);
const argon = (parameters: string, kind = 'id') => `$argon2${kind}$v=19$${parameters}$${a(22)}$${a(43)}`;
const pbkdf2 = (rounds: string, keyLength = 43, digest = 'sha256') =>
  `$pbkdf2-${digest}$${rounds}$${a(22)}$${a(keyLength)}`;

describe('a hash at the limits is accepted, one above them or of another format is not', () => {
  it.each([
    ['argon2id of 256 MiB and four passes', argon('m=262144,t=4,p=16')],
    ['bcrypt of cost 14', `$2b$14$${a(53)}`],
    ['bcrypt of cost 4', `$2b$04$${a(53)}`],
    ['PBKDF2 of two million iterations', pbkdf2('2000000')],
    ['PBKDF2 of one iteration', pbkdf2('i=1')],
  ])('accepted: %s', (_limit, hash) => {
    expect(passwords.isHash(hash)).toBe(true);
  });

  it.each([
    ['nothing', ''],
    ['a password', 'correct horse'],
    ['more memory', argon('m=262145,t=1,p=1')],
    ['more passes', argon('m=262144,t=5,p=1')],
    ['many passes over little', argon('m=8,t=99999999,p=1')],
    ['more lanes', argon('m=262144,t=1,p=17')],
    ['no pass', argon('m=64,t=0,p=1')],
    ['no lane', argon('m=64,t=1,p=0')],
    ['less memory than its lanes need', argon('m=15,t=1,p=2')],
    ['argon2d', argon('m=64,t=1,p=1', 'd')],
    ['an older argon2', argon('m=64,t=1,p=1').replace('v=19', 'v=16')],
    ['bcrypt of cost 15', `$2b$15$${a(53)}`],
    ['bcrypt of cost 31', `$2b$31$${a(53)}`],
    ['bcrypt of cost 3', `$2b$03$${a(53)}`],
    ['bcrypt cut short', `$2b$10$${a(52)}`],
    ['bcrypt with more', `$2b$10$${a(54)}`],
    ['another bcrypt', `$2x$10$${a(53)}`],
    ['PBKDF2 of more iterations', pbkdf2('2000001')],
    ['PBKDF2 of no iteration', pbkdf2('0')],
    ['PBKDF2 of minus one', pbkdf2('-1')],
    ['PBKDF2 with SHA-1', pbkdf2('1000', 27, 'sha1')],
    ['PBKDF2 with a longer key than its digest', pbkdf2('1000', 44)],
    ['PBKDF2 with a short key', pbkdf2('1000', 20)],
    ['PBKDF2 with another length than declared', pbkdf2('i=1000,l=31')],
    ['a hash and a line', `$2b$10$${a(53)}\n`],
    ['scrypt', `$scrypt$ln=16,r=8,p=1$${a(22)}$${a(43)}`],
    ['MD5', '5f4dcc3b5aa765d61d8327deb882cf99'],
    ['much', '$'.repeat(100_000)],
  ])('refused: %s', (_what, text) => {
    expect(passwords.isHash(text)).toBe(false);
  });
});

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
  // Made by hashlib of Python in the formats of Django, Keycloak and RFC 2307, and by crypt(3) of glibc.
  [
    'PBKDF2 as Keycloak has it, with a key of two digests',
    '$pbkdf2-sha256$27500$MDEyMzQ1Njc4OWFiY2RlZg==$H5R9LZ0QvKxHLm1Lg0IeQXdtUAa+9gf2NeOZns+WHBTpnlaWE/+JwnJ/2OXEjNPW5EusP1xxGLqEqjWDbIcGlg==',
    'correct horse',
  ],
  [
    'PBKDF2 with SHA-512 as Keycloak has it',
    '$pbkdf2-sha512$1000$MDEyMzQ1Njc4OWFiY2RlZg==$OM0FAoIqCVK1sWtxDiffVlBejtLa+ks4TP71JiecwuSZCG8iLbnlIEPOMoVX+i2B2wkSxjQ8CRGR9OkNGuIPMQ==',
    'correct horse',
  ],
  [
    'PBKDF2 with SHA-1 as passlib writes it',
    '$pbkdf2$1000$MDEyMzQ1Njc4OWFiY2RlZg$aUfE2vx5Q7zgbb0jx49AaNpXUQQ',
    'correct horse',
  ],
  [
    'PBKDF2 as Django writes it',
    'pbkdf2_sha256$1000$seasalt$mQnueSakb748zqBAC1tmWVZsZbi2zPGZarEzTGdfmso=',
    'correct horse',
  ],
  ['PBKDF2 with SHA-1 as Django writes it', 'pbkdf2_sha1$1000$seasalt$iQvkNOF1wEL4Khh8eogJ8rUhipM=', 'correct horse'],
  [
    'bcrypt as Django writes it',
    'bcrypt$$2b$05$CCCCCCCCCCCCCCCCCCCCC.WrAwgFxicHZ3kL7zMvXYXHKosDn8ot2',
    'correct horse',
  ],
  [
    'bcrypt of a SHA-256 as Django writes it',
    'bcrypt_sha256$$2b$05$CCCCCCCCCCCCCCCCCCCCC.jkGMyGDwQEPkW62gDnVEt5vQ5TQY40W',
    'correct horse',
  ],
  [
    'scrypt as Django writes it',
    'scrypt$1024$seasalt$8$5$U5L/E4s8HSw/x7c2z5Ose/wRS4Ex+nZFwhoeVl7Y/Ivmfxi7M91P9jpq7MYsDfV9WCzv+HMsQaovdkOikEuBXg==',
    'correct horse',
  ],
  [
    'scrypt as a PHC string',
    '$scrypt$ln=10,r=8,p=1$MDEyMzQ1Njc4OWFiY2RlZg$6g3umF+uVrJsObaTZhIbbTlgrvOEFcCItdwSjtPF67M',
    'correct horse',
  ],
  ['SSHA', '{SSHA}NSZEu/ZzEMKdBO5ESNEYml3qKRYBAgMEBQYHCA==', 'correct horse'],
  ['SSHA-256', '{SSHA256}CFsq5JPfiBQ0W3uR5Dnao+9mknEq9a739V+FPkJ6yjABAgMEBQYHCA==', 'correct horse'],
  [
    'SSHA-512',
    '{SSHA512}ggObOJHDWCqgI5uFv/j9yDNYMvdTgt+Toj8d6cGrSG/e+E9GbH4DkQ8y5jY3NblhoGens+zNVX1mZaFy0qwRwwECAwQFBgcI',
    'correct horse',
  ],
  [
    'SHA-512-crypt',
    '$6$saltstring$svn8UoSVapNtMuq1ukKS4tPQd8iKwSMHWjl/O817G3uBnIFNjnQJuesI68u4OTLiBFdcbYEdFCoEOfaS35inz1',
    'Hello world!',
  ],
  [
    'SHA-512-crypt with rounds',
    '$6$rounds=10000$saltstringsaltst$OW1/O6BYHV6BcXZu8QVeXbDWra3Oeqh0sbHbbMCVNSnCM/UrjmM0Dp8vOuZeHBy/YTBmSK6H9qs/y3RnOaw5v.',
    'Hello world!',
  ],
  [
    'SHA-512-crypt of a password that is longer than its digest',
    '$6$short$lVBpDic.lAI3/kcEYGxeeyYjxb1SbkK10uEMGe4dqxyv2uhOp2CuTqzjZ6rhIFaUzQNAyH4fZT2LXQ4o6KvPi/',
    'éééééééééééééééééééééééééééééééééééééééé',
  ],
  ['SHA-256-crypt', '$5$saltstring$5B8vYYiY.CVt1RlTTf8KbXBH3hsxY/GNooZaBBGWEc5', 'Hello world!'],
  [
    'SHA-256-crypt with rounds',
    '$5$rounds=1400$anotherlongsalts$HWBQBHIiN2zgz5KwTjBJzLItaR.3Vt6kAtX8HjBvn.4',
    'éééééééééééééééééééééééééééééééééééééééé',
  ],
];

describe('an imported hash', () => {
  it.each(known)('can be compared with: %s', async (_format, hash, password) => {
    expect([passwords.hashFault(hash), passwords.isStrong(hash)]).toEqual([undefined, false]);
    await expect(passwords.verify(hash, password)).resolves.toBe(true);
    await expect(passwords.verify(hash, `${password}x`)).resolves.toBe(false);
    await expect(passwords.verify(hash, '')).resolves.toBe(false);
  });

  it('can be compared with: argon2i and argon2id with other parameters than ours', async () => {
    const cheap = { memoryCost: 64, timeCost: 2, parallelism: 1 };
    for (const algorithm of [argon2i, argon2id]) {
      const hash = await argon2('correct horse', { ...cheap, algorithm });
      expect([passwords.hashFault(hash), passwords.isStrong(hash)]).toEqual([undefined, false]);
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

const scrypt = (parameters: string) => `$scrypt$${parameters}$${a(22)}$${a(43)}`;

describe('a hash at the limits is accepted, one above them or of another format is not', () => {
  it.each([
    ['argon2id of 256 MiB and four passes', argon('m=262144,t=4,p=16')],
    ['bcrypt of cost 14', `$2b$14$${a(53)}`],
    ['bcrypt of cost 4', `$2b$04$${a(53)}`],
    ['PBKDF2 of two million iterations', pbkdf2('2000000')],
    ['PBKDF2 of one iteration', pbkdf2('i=1')],
    ['PBKDF2 with SHA-1', pbkdf2('1000', 27, 'sha1')],
    ['scrypt of 256 MiB', scrypt('ln=18,r=8,p=1')],
    ['SHA-512-crypt of 700,000 rounds', `$6$rounds=700000$salt$${a(86)}`],
  ])('a hash at a limit is accepted: %s', (_limit, hash) => {
    expect(passwords.hashFault(hash)).toBeUndefined();
  });

  it.each([
    ['more memory', argon('m=262145,t=1,p=1')],
    ['more passes', argon('m=262144,t=5,p=1')],
    ['many passes over little', argon('m=8,t=99999999,p=1')],
    ['more lanes', argon('m=262144,t=1,p=17')],
    ['bcrypt of cost 15', `$2b$15$${a(53)}`],
    ['bcrypt of cost 31', `bcrypt$$2b$31$${a(53)}`],
    ['PBKDF2 of more iterations', pbkdf2('2000001')],
    ['PBKDF2 of more iterations as Django writes it', `pbkdf2_sha256$2000001$salt$${a(43)}=`],
    ['scrypt with more memory', scrypt('ln=19,r=8,p=1')],
    ['scrypt with very much memory', scrypt('ln=63,r=8,p=1')],
    ['scrypt with more passes', scrypt('ln=18,r=8,p=2')],
    ['scrypt with more memory as Django writes it', `scrypt$1073741824$salt$8$1$${a(86)}==`],
    ['SHA-512-crypt of more rounds', `$6$rounds=700001$salt$${a(86)}`],
    ['SHA-256-crypt of many rounds', `$5$rounds=999999999$salt$${a(43)}`],
  ])('a hash that is too costly is refused: %s', (_what, text) => {
    expect(passwords.hashFault(text)).toBe('too costly');
  });

  it.each([
    ['nothing', ''],
    ['a password', 'correct horse'],
    ['no pass', argon('m=64,t=0,p=1')],
    ['no lane', argon('m=64,t=1,p=0')],
    ['less memory than its lanes need', argon('m=15,t=1,p=2')],
    ['argon2d', argon('m=64,t=1,p=1', 'd')],
    ['an older argon2', argon('m=64,t=1,p=1').replace('v=19', 'v=16')],
    ['argon2id whose key is cut short', argon('m=64,t=1,p=1').slice(0, -2)],
    ['argon2id whose key has bits too many', argon('m=64,t=1,p=1').replace(/A$/, 'B')],
    ['argon2id with a salt that the library refuses', `$argon2id$v=19$m=64,t=1,p=1$${a(66)}$${a(43)}`],
    ['bcrypt of cost 3', `$2b$03$${a(53)}`],
    ['bcrypt of cost 32', `$2b$32$${a(53)}`],
    ['bcrypt cut short', `$2b$10$${a(52)}`],
    ['bcrypt with more', `$2b$10$${a(54)}`],
    ['another bcrypt', `$2x$10$${a(53)}`],
    ['PBKDF2 of no iteration', pbkdf2('0')],
    ['PBKDF2 of minus one', pbkdf2('-1')],
    ['PBKDF2 with MD5', pbkdf2('1000', 22, 'md5')],
    ['PBKDF2 with a short key', pbkdf2('1000', 20)],
    ['PBKDF2 with another length than declared', pbkdf2('i=1000,l=31')],
    ['scrypt whose N is no power of two', `scrypt$1000$salt$8$1$${a(86)}==`],
    ['scrypt of no pass', scrypt('ln=10,r=8,p=0')],
    ['scrypt with an N that is too large for its blocks', scrypt('ln=16,r=1,p=1')],
    ['scrypt of one step', scrypt('ln=0,r=8,p=1')],
    ['SSHA without a salt', `{SSHA}${a(27)}=`],
    ['a digest without a salt', `{SHA}${a(27)}=`],
    ['SHA-512-crypt of few rounds', `$6$rounds=999$salt$${a(86)}`],
    ['SHA-512-crypt with the length of SHA-256', `$6$salt$${a(43)}`],
    ['MD5-crypt', '$1$saltstri$YMyguxXMBpd2TEZ.vS/3q1'],
    ['a hash and a line', `$2b$10$${a(53)}\n`],
    ['MD5', '5f4dcc3b5aa765d61d8327deb882cf99'],
    ['much', '$'.repeat(100_000)],
  ])('a hash of no known format is refused: %s', (_what, text) => {
    expect(passwords.hashFault(text)).toBe('unknown format');
  });
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readHash } from '../../src/platform/passwords/password-hashes.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const character = fc.constantFrom(...Array.from(alphabet));
const upTo = (max: number) => fc.integer({ min: 0, max });
/** Of any of these lengths equally often. */
const base64 = (minLength: number, maxLength: number) =>
  fc
    .integer({ min: minLength, max: maxLength })
    .chain((length) => fc.string({ unit: character, minLength: length, maxLength: length }));

/** Texts that look like a hash, with cheap parameters and any salt and key. */
const hashLike = fc.oneof(
  fc
    .tuple(fc.constantFrom('id', 'i'), upTo(200), upTo(3), upTo(3), base64(10, 87), base64(21, 87))
    .map(([kind, m, t, p, salt, key]) => `$argon2${kind}$v=19$m=${m},t=${t},p=${p}$${salt}$${key}`),
  base64(53, 53).map((text) => `$2b$04$${text.replaceAll('+', '.')}`),
  fc
    .tuple(upTo(17), upTo(2), upTo(3), base64(1, 30), base64(21, 172))
    .map(([ln, r, p, salt, key]) => `$scrypt$ln=${ln},r=${r},p=${p}$${salt}$${key}`),
  fc
    .tuple(fc.constantFrom('', '-sha256', '-sha512'), upTo(3), base64(1, 30), base64(21, 172))
    .map(([digest, rounds, salt, key]) => `$pbkdf2${digest}$${rounds}$${salt}$${key}`),
  fc
    .tuple(fc.constantFrom('SSHA', 'SSHA256', 'SSHA512'), base64(26, 172))
    .map(([scheme, text]) => `{${scheme}}${text}`),
  fc
    .tuple(fc.constantFrom(5, 6), fc.string({ unit: 'grapheme', maxLength: 20 }), base64(86, 86))
    .map(([kind, salt, key]) => `$${kind}$rounds=1000$${salt}$${key.slice(0, kind === 5 ? 43 : 86)}`),
);

it('whatever is accepted as a hash can be compared with', () => {
  const readable = fc.property(hashLike, (text) => {
    expect([undefined, false]).toContain(readHash(text)?.matches('correct horse'));
  });
  fc.assert(readable, { numRuns: 500 });
});

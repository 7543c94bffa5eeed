import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/**
 * Encryption at rest for what must be read back: private signing keys, webhook secrets.
 * AES-256-GCM. A box is: version (1 byte), key id (8), IV (12), tag (16), ciphertext; version and key id are authenticated too.
 */
export interface SecretBox {
  seal(plain: Uint8Array): Buffer;
  /** Throws SecretBoxError when the box was sealed with a key we do not have, or was altered. */
  open(sealed: Uint8Array): Buffer;
  /** 32 bytes for another purpose (cookie signatures …), from the first key: HKDF-SHA256, RFC 5869. */
  derive(purpose: string): Buffer;
  /** The same from every key, the first one's first: what signs now, and what may still be checked during a rotation. */
  deriveAll(purpose: string): Buffer[];
}

/** A box that cannot be opened. The message names no content. */
export class SecretBoxError extends Error {
  override readonly name = 'SecretBoxError';
}

interface BoxKey {
  id: Buffer;
  key: Buffer;
}

const version = 1;
const idLength = 8;
const headerLength = 1 + idLength;
const ivLength = 12;
const tagLength = 16;
const overhead = headerLength + ivLength + tagLength;

/** Makes a box of one or more 32-byte keys: the first one seals, all of them open. */
export function createSecretBox(secrets: readonly Buffer[]): SecretBox {
  const keys = secrets.map(boxKey);
  const [first] = keys;
  if (!first) throw new SecretBoxError('a secret box needs at least one key');
  const deriveAll = (purpose: string) => secrets.map((secret) => hkdf(secret, `mandate/derive/${purpose}`, 32));
  return {
    seal: (plain) => seal(first, plain),
    open: (sealed) => open(keys, Buffer.from(sealed)),
    derive: (purpose) => hkdf(secrets[0] ?? Buffer.alloc(0), `mandate/derive/${purpose}`, 32),
    deriveAll,
  };
}

// What is stored beside the ciphertext is derived from the key in another direction than the encryption key: it tells nothing about it.
function boxKey(secret: Buffer): BoxKey {
  if (secret.length !== 32) throw new SecretBoxError('a key of a secret box has 32 bytes');
  return { id: hkdf(secret, 'mandate/box/id', idLength), key: hkdf(secret, 'mandate/box/key', 32) };
}

function hkdf(secret: Buffer, info: string, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), info, length));
}

function seal({ id, key }: BoxKey, plain: Uint8Array): Buffer {
  const header = Buffer.concat([Buffer.of(version), id]);
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: tagLength }).setAAD(header);
  const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([header, iv, cipher.getAuthTag(), ciphertext]);
}

function open(keys: readonly BoxKey[], sealed: Buffer): Buffer {
  if (sealed.length < overhead || sealed[0] !== version) throw new SecretBoxError('not a sealed box of this version');
  const id = sealed.subarray(1, headerLength);
  const key = keys.find((candidate) => candidate.id.equals(id))?.key;
  if (!key) throw new SecretBoxError('sealed with a key that is not among the given ones');
  const iv = sealed.subarray(headerLength, headerLength + ivLength);
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagLength })
    .setAAD(sealed.subarray(0, headerLength))
    .setAuthTag(sealed.subarray(headerLength + ivLength, overhead));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(overhead)), decipher.final()]);
  } catch {
    throw new SecretBoxError('the box was altered');
  }
}

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/**
 * Encryption at rest of private signing keys and webhook secrets, with AES-256-GCM. A box is: version (1 byte), key id
 * (8), IV (12), tag (16), ciphertext. Version and key id are authenticated, too.
 */
export interface SecretBox {
  /** Ids of the keys, hexadecimal, in order. A box has the id of its key, and both reveal nothing about the key. */
  keyIds: readonly string[];
  seal(plain: Uint8Array): Buffer;
  /** Throws `SecretBoxError` if the key of the box is not among ours, or the secret box was altered. */
  open(sealed: Uint8Array): Buffer;
  /** Derives 32 bytes for another purpose (for example cookie signatures) from the first key: HKDF-SHA256, RFC 5869. */
  derive(purpose: string): Buffer;
  /** The same from every key, in order: the first signs, all of them verify while keys are rotated. */
  deriveAll(purpose: string): Buffer[];
}

/** The box cannot be opened. The message contains nothing of its content. */
export class SecretBoxError extends Error {
  override readonly name = 'SecretBoxError';
}

/** Seals an object as JSON; null for an object without members. */
export const sealJson = (box: Pick<SecretBox, 'seal'>, value: object): Uint8Array<ArrayBuffer> | null =>
  Object.keys(value).length ? Uint8Array.from(box.seal(Buffer.from(JSON.stringify(value)))) : null;

/** Opens a sealed object: one without members for null, undefined if the key of the box is not among ours. */
export const tryOpenJson = (box: Pick<SecretBox, 'open'>, sealed: Uint8Array | null): object | undefined => {
  const plain = sealed === null ? '{}' : tryOpen(box, sealed)?.toString();
  return plain === undefined ? undefined : (JSON.parse(plain) as object);
};

/** Opens a box; undefined if its key is not among ours, which is not the fault of who asks for its content. */
export function tryOpen(box: Pick<SecretBox, 'open'>, sealed: Uint8Array): Buffer | undefined {
  try {
    return box.open(sealed);
  } catch (error) {
    if (error instanceof SecretBoxError) return undefined;
    throw error;
  }
}

interface BoxKey {
  id: Buffer;
  key: Buffer;
}

const version = 1;
const idLength = 8;
const headerLength = 1 + idLength;

/** The id of the key of a box in a column, as an SQL expression. */
export const keyIdIn = (column: string): string => `encode(substring(${column} FROM 2 FOR ${idLength}), 'hex')`;

const ivLength = 12;
const tagLength = 16;
const overhead = headerLength + ivLength + tagLength;

/** Creates a box from keys of 32 bytes. The first one seals, all of them open. */
export function createSecretBox(secrets: readonly Buffer[]): SecretBox {
  const keys = secrets.map(boxKey);
  const [first] = keys;
  if (!first) throw new SecretBoxError('a secret box needs at least one key');
  const deriveAll = (purpose: string) => secrets.map((secret) => hkdf(secret, `mandate/derive/${purpose}`, 32));
  return {
    keyIds: keys.map(({ id }) => id.toString('hex')),
    seal: (plain) => seal(first, plain),
    open: (sealed) => open(keys, Buffer.from(sealed)),
    derive: (purpose) => hkdf(secrets[0] ?? Buffer.alloc(0), `mandate/derive/${purpose}`, 32),
    deriveAll,
  };
}

// The key id is stored with the ciphertext. It is derived separately, so it reveals nothing about the encryption key.
function boxKey(secret: Buffer): BoxKey {
  if (secret.length !== 32) throw new SecretBoxError('a secret box key must have 32 bytes');
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
  if (sealed.length < overhead || sealed[0] !== version) throw new SecretBoxError('unknown secret box format');
  const id = sealed.subarray(1, headerLength);
  const key = keys.find((candidate) => candidate.id.equals(id))?.key;
  if (!key) throw new SecretBoxError('sealed with a key that is not configured');
  const iv = sealed.subarray(headerLength, headerLength + ivLength);
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagLength })
    .setAAD(sealed.subarray(0, headerLength))
    .setAuthTag(sealed.subarray(headerLength + ivLength, overhead));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(overhead)), decipher.final()]);
  } catch {
    throw new SecretBoxError('the secret box was altered');
  }
}

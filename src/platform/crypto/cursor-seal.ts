import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { SecretBox } from './secret-box.ts';

/**
 * Encrypts cursors that contain a place in the log of the whole platform: neither can they be forged, nor do two of
 * them show how far apart they are. The IV is an HMAC-SHA256 of the text, which is its tag as well (as in AES-SIV,
 * RFC 5297), so equal texts have equal cursors; the cipher is AES-256-CTR. A cursor is: tag (16 bytes), and encrypted
 * a nonce (8) and the text (48, padded with spaces).
 */
export interface CursorSeal {
  /** Throws `RangeError` for a text of more than 48 bytes. */
  seal(text: string): string;
  /** Seals differently each time, so that equal texts cannot be found either. */
  sealFresh(text: string): string;
  /** Undefined unless it was sealed with a key of ours. */
  open(cursor: string): string | undefined;
}

const tagLength = 16;
const nonceLength = 8;
const textLength = 48;
const length = tagLength + nonceLength + textLength;
const noNonce = Buffer.alloc(nonceLength);

interface Keys {
  tag: Buffer;
  cipher: Buffer;
}

/** The keys are derived from those of the box: the first one seals, all of them open. */
export function createCursorSeal(box: Pick<SecretBox, 'deriveAll'>): CursorSeal {
  const ciphers = box.deriveAll('cursors, cipher');
  const keys = box.deriveAll('cursors, tag').map((tag, index) => ({ tag, cipher: ciphers[index] as Buffer }));
  const sealWith = (nonce: Buffer, text: string): string => {
    const padded = Buffer.from(text.padEnd(textLength));
    if (padded.length !== textLength) throw new RangeError('too long for a cursor');
    return seal(keys[0] as Keys, Buffer.concat([nonce, padded]));
  };
  return {
    seal: (text) => sealWith(noNonce, text),
    sealFresh: (text) => sealWith(randomBytes(nonceLength), text),
    open(cursor) {
      const sealed = Buffer.from(cursor, 'base64url');
      // One spelling for each cursor: Node.js also decodes others.
      if (sealed.length !== length || sealed.toString('base64url') !== cursor) return undefined;
      const plain = keys.map((key) => open(key, sealed)).find((opened) => opened !== undefined);
      return plain?.subarray(nonceLength).toString().trimEnd();
    },
  };
}

const tagOf = ({ tag }: Keys, plain: Buffer): Buffer =>
  createHmac('sha256', tag).update(plain).digest().subarray(0, tagLength);

function seal(keys: Keys, plain: Buffer): string {
  const tag = tagOf(keys, plain);
  return Buffer.concat([tag, createCipheriv('aes-256-ctr', keys.cipher, tag).update(plain)]).toString('base64url');
}

function open(keys: Keys, sealed: Buffer): Buffer | undefined {
  const tag = sealed.subarray(0, tagLength);
  const plain = createDecipheriv('aes-256-ctr', keys.cipher, tag).update(sealed.subarray(tagLength));
  return timingSafeEqual(tag, tagOf(keys, plain)) ? plain : undefined;
}

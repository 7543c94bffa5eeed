import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  type KeyObject,
  sign as signEd25519,
} from 'node:crypto';

/**
 * What a webhook is signed with, as Standard Webhooks serialises it: `whsec_` and the base64 of a key for HMAC-SHA256 (scheme v1), or
 * `whsk_` and the base64 of an Ed25519 key pair, its 32 bytes of seed and 32 of public key (scheme v1a).
 */
export type SigningSecret = `whsec_${string}` | `whsk_${string}`;

/** What a receiver checks v1a signatures with: the base64 of the 32 bytes of an Ed25519 public key. */
export type PublicSigningKey = `whpk_${string}`;

/** The bytes of chance that `newSecret` and `newKeyPair` want. Standard Webhooks asks for 24 to 64 in a secret; a seed has 32. */
export const secretBytes = 32;

/** A secret for HMAC-SHA256 from `secretBytes` random bytes. */
export const newSecret = (random: Uint8Array): SigningSecret => `whsec_${base64(exactly(random))}`;

/** An Ed25519 key pair whose seed (RFC 8032 §5.1.5) are `secretBytes` random bytes. */
export const newKeyPair = (random: Uint8Array): SigningSecret =>
  `whsk_${base64(Buffer.concat([random, publicBytes(privateKey(exactly(random)))]))}`;

/** The public half of a key pair; undefined for a secret that is shared with the receiver. */
export const publicKeyOf = (secret: SigningSecret): PublicSigningKey | undefined =>
  isShared(secret) ? undefined : `whpk_${base64(bytesOf(secret).subarray(secretBytes))}`;

/** Signs a message: its id, which stays the same over all attempts, the time of this one, and its body. */
export type Sign = (id: string, time: Date, body: string) => SignatureHeaders;

export type SignatureHeaders = {
  'webhook-id': string;
  'webhook-timestamp': string;
  /** A signature by each secret, with a space between. */
  'webhook-signature': string;
};

/**
 * Signs with every secret that is given, in that order. While a secret is rotated, a receiver that knows either finds a signature that
 * fits.
 */
export function createSigner(secrets: readonly SigningSecret[]): Sign {
  const signers = secrets.map((secret) => (isShared(secret) ? hmacSigner(secret) : ed25519Signer(secret)));
  return (id, time, body) => {
    // A dot in the id could shift what is id, time and body without changing what was signed.
    if (id.includes('.')) throw new Error('The id of a webhook message has no dot.');
    const timestamp = String(Math.floor(time.getTime() / 1000));
    const content = `${id}.${timestamp}.${body}`;
    return {
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signers.map((sign) => sign(content)).join(' '),
    };
  };
}

type SignText = (content: string) => string;

function hmacSigner(secret: SigningSecret): SignText {
  const key = createSecretKey(bytesOf(secret));
  return (content) => `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
}

function ed25519Signer(secret: SigningSecret): SignText {
  const key = privateKey(bytesOf(secret).subarray(0, secretBytes));
  return (content) => `v1a,${base64(signEd25519(null, Buffer.from(content), key))}`;
}

// RFC 8410 §7: an Ed25519 private key in PKCS #8 is these bytes and then the seed.
const pkcs8Start = Buffer.from('302e020100300506032b657004220420', 'hex');

const privateKey = (seed: Uint8Array): KeyObject =>
  createPrivateKey({ key: Buffer.concat([pkcs8Start, seed]), format: 'der', type: 'pkcs8' });

/** RFC 8410 §4: the public key is what the SubjectPublicKeyInfo ends with. */
const publicBytes = (key: KeyObject): Buffer =>
  createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-secretBytes);

function exactly(random: Uint8Array): Uint8Array {
  if (random.length !== secretBytes) throw new Error(`A signing secret is made of ${secretBytes} random bytes.`);
  return random;
}

const isShared = (secret: SigningSecret): boolean => secret.startsWith('whsec_');
const bytesOf = (secret: SigningSecret): Buffer => Buffer.from(secret.slice(secret.indexOf('_') + 1), 'base64');
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  type KeyObject,
  sign as signEd25519,
} from 'node:crypto';

/**
 * A signing secret as Standard Webhooks serializes it: `whsec_` and the base64 of a key for HMAC-SHA256 (scheme v1), or
 * `whsk_` and the base64 of an Ed25519 key pair, 32 bytes of seed and 32 of public key (scheme v1a).
 */
export type SigningSecret = `whsec_${string}` | `whsk_${string}`;

/** Verifies v1a signatures: the base64 of the 32 bytes of an Ed25519 public key. */
type PublicSigningKey = `whpk_${string}`;

/** Random bytes of a secret or key pair. Standard Webhooks requires 24 to 64 for a secret; a seed has 32. */
export const signingSecretBytes = 32;

/** A secret for HMAC-SHA256 from `signingSecretBytes` random bytes. */
export const newSecret = (random: Uint8Array): SigningSecret => `whsec_${base64(requireLength(random))}`;

/** An Ed25519 key pair with `signingSecretBytes` random bytes as its seed (RFC 8032 §5.1.5). */
export const newKeyPair = (random: Uint8Array): SigningSecret =>
  `whsk_${base64(Buffer.concat([random, publicBytes(privateKey(requireLength(random)))]))}`;

/** The public key of a key pair; undefined for a shared secret. */
export const publicKeyOf = (secret: SigningSecret): PublicSigningKey | undefined =>
  isShared(secret) ? undefined : `whpk_${base64(bytesOf(secret).subarray(signingSecretBytes))}`;

/** Signs a message: its id, the same for all attempts, the time of this attempt, and the body. */
type Sign = (id: string, time: Date, body: string) => SignatureHeaders;

type SignatureHeaders = {
  'webhook-id': string;
  'webhook-timestamp': string;
  /** A signature for each secret, separated by spaces. */
  'webhook-signature': string;
};

/** Signs with every secret, in order, so that during a rotation receivers with either secret can verify the message. */
export function createSigner(secrets: readonly SigningSecret[]): Sign {
  const signers = secrets.map((secret) => (isShared(secret) ? hmacSigner(secret) : ed25519Signer(secret)));
  return (id, time, body) => {
    // With a dot in the id, different ids, times and bodies could have the same signature.
    if (id.includes('.')) throw new Error('The id of a webhook message must not contain a dot.');
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
  const key = privateKey(bytesOf(secret).subarray(0, signingSecretBytes));
  return (content) => `v1a,${base64(signEd25519(null, Buffer.from(content), key))}`;
}

// RFC 8410 §7: an Ed25519 private key in PKCS #8 is these bytes followed by the seed.
const pkcs8Start = Buffer.from('302e020100300506032b657004220420', 'hex');

const privateKey = (seed: Uint8Array): KeyObject =>
  createPrivateKey({ key: Buffer.concat([pkcs8Start, seed]), format: 'der', type: 'pkcs8' });

/** RFC 8410 §4: a SubjectPublicKeyInfo ends with the public key. */
const publicBytes = (key: KeyObject): Buffer =>
  createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-signingSecretBytes);

function requireLength(random: Uint8Array): Uint8Array {
  if (random.length !== signingSecretBytes)
    throw new Error(`A signing secret needs ${signingSecretBytes} random bytes.`);
  return random;
}

const isShared = (secret: SigningSecret): boolean => secret.startsWith('whsec_');
const bytesOf = (secret: SigningSecret): Buffer => Buffer.from(secret.slice(secret.indexOf('_') + 1), 'base64');
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

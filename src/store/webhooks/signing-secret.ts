import {
  newKeyPair,
  newSecret,
  publicKeyOf,
  signingSecretBytes,
  type SigningSecret,
} from '../../domain/webhooks/webhook-signature.ts';
import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import type { Ids } from '../../platform/ids/ids.ts';

/** A new signing secret, and its row. */
interface NewSecret {
  secret: SigningSecret;
  row: {
    id: string;
    scheme: string;
    encryptedSecret: Uint8Array<ArrayBuffer>;
    publicKey: string | null;
    createdAt: Date;
  };
}

interface SecretServices {
  ids: Ids;
  secretBox: SecretBox;
  now: Date;
}

/** Creates a shared secret (v1) or a key pair (v1a). */
export function makeSigningSecret({ ids, secretBox, now }: SecretServices, scheme: 'v1' | 'v1a'): NewSecret {
  const random = Buffer.from(ids.secret(signingSecretBytes), 'base64url');
  const secret = scheme === 'v1' ? newSecret(random) : newKeyPair(random);
  const row = {
    id: ids.next('webhookSecret'),
    scheme,
    encryptedSecret: Uint8Array.from(secretBox.seal(Buffer.from(secret))),
    publicKey: publicKeyOf(secret) ?? null,
    createdAt: now,
  };
  return { secret, row };
}

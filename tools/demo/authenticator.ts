import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** The options that a page hands to `navigator.credentials` (WebAuthn Level 3 §5.4 and §5.5), as far as read here. */
export interface PasskeyOptions {
  challenge: string;
  user?: { id: string };
}

/** An authenticator in software, with one passkey of a site. Its owner confirms everything. */
export interface Authenticator {
  /** A new passkey (WebAuthn Level 3 §5.1.3), as JSON. */
  create(options: PasskeyOptions): string;
  /** The answer to a challenge (WebAuthn Level 3 §5.1.4), as JSON. */
  get(options: PasskeyOptions): string;
}

/** User present, user verified, attested credential data (WebAuthn Level 3 §6.1). */
const flags = { present: 0x01, verified: 0x04, attested: 0x40 };

/** An authenticator that answers the pages of `origin`. */
export function createAuthenticator(origin: string): Authenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  let userHandle: string | undefined;
  const credential = (response: object) =>
    JSON.stringify({ id: text(id), rawId: text(id), type: 'public-key', clientExtensionResults: {}, response });
  const clientData = (type: string, { challenge }: PasskeyOptions) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authenticatorData = (attested: Buffer = Buffer.alloc(0)) => {
    const set = flags.present | flags.verified | (attested.length && flags.attested);
    // The counter stays 0, as that of synchronized passkeys.
    return Buffer.concat([sha256(new URL(origin).hostname), Buffer.from([set, 0, 0, 0, 0]), attested]);
  };
  return {
    create(options) {
      userHandle = options.user?.id;
      // A model that is not disclosed, the length of the id, the id, and the key (WebAuthn Level 3 §6.5.1).
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, coseKey(publicKey)]);
      const attestationObject = text(attestation(authenticatorData(attested)));
      return credential({ clientDataJSON: text(clientData('webauthn.create', options)), attestationObject });
    },
    get(options) {
      const client = clientData('webauthn.get', options);
      const data = authenticatorData();
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      const signed = { clientDataJSON: text(client), authenticatorData: text(data), signature: text(signature) };
      return credential({ ...signed, userHandle });
    },
  };
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const text = (bytes: Buffer): string => bytes.toString('base64url');

/** The public key as COSE_Key (RFC 9053 §7.1.1) in CBOR: {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const hex = (coordinate: string) => Buffer.from(coordinate, 'base64url').toString('hex');
  return Buffer.from(`a5 01 02 03 26 20 01 21 5820 ${hex(x)} 22 5820 ${hex(y)}`.replaceAll(' ', ''), 'hex');
}

/** {"fmt": "none", "attStmt": {}, "authData": data} in CBOR (WebAuthn Level 3 §8.7), if its length is one byte. */
const attestation = (data: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from('\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x58', 'latin1'),
    Buffer.from([data.length]),
    data,
  ]);

import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { JWK } from 'jose';
import type { KeyTimes } from '../domain/signing-keys.ts';
import type { Prisma as Namespace } from '../generated/prisma/client.ts';
import type { Prisma, Transaction } from '../platform/database.ts';
import type { Ids } from '../platform/ids.ts';
import type { SecretBox } from '../platform/secret-box.ts';

/** A signing key in working order. The JWKs carry "kid", "alg" and "use" (RFC 7517 §4). */
export interface SigningKey extends KeyTimes {
  privateKey: KeyObject;
  publicKey: KeyObject;
  publicJwk: JWK;
  privateJwk: JWK;
}

/** ES256 and nothing else: the cheapest to issue and verify together, and everyone's libraries know it (RFC 7518 §3.4). */
export const signingAlgorithm = 'ES256';

/** A new key as a row to insert: its id is its "kid", its private part sealed. */
export function newSigningKey(parts: {
  secretBox: SecretBox;
  ids: Ids;
  now: Date;
  signsFrom: Date;
}): Namespace.SigningKeyCreateManyInput & { signsFrom: Date } {
  const id = parts.ids.next('signingKey');
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const privateJwk = JSON.stringify(privateKey.export({ format: 'jwk' }));
  return {
    id,
    algorithm: signingAlgorithm,
    publicJwk: { ...(publicKey.export({ format: 'jwk' }) as object), kid: id, alg: signingAlgorithm, use: 'sig' },
    encryptedKey: new Uint8Array(parts.secretBox.seal(Buffer.from(privateJwk))),
    signsFrom: parts.signsFrom,
    createdAt: parts.now,
  };
}

/** Every key there is, opened. Throws an Error with one sentence when SECRETS_KEY is not the one that sealed them. */
export async function loadSigningKeys(client: Prisma | Transaction, secretBox: SecretBox): Promise<SigningKey[]> {
  const rows = await client.signingKey.findMany({ omit: { encryptedKey: false } });
  return rows.map((row) => openSigningKey(row, secretBox));
}

function openSigningKey(row: Namespace.SigningKeyGetPayload<object>, secretBox: SecretBox): SigningKey {
  const publicJwk = row.publicJwk as JWK;
  const secret = JSON.parse(unseal(row.encryptedKey, secretBox)) as JWK;
  const privateJwk = { ...publicJwk, ...secret };
  return {
    id: row.id,
    signsFrom: row.signsFrom,
    publishedUntil: row.publishedUntil,
    createdAt: row.createdAt,
    publicJwk,
    privateJwk,
    publicKey: createPublicKey({ key: publicJwk, format: 'jwk' }),
    privateKey: createPrivateKey({ key: privateJwk, format: 'jwk' }),
  };
}

function unseal(sealed: Uint8Array, secretBox: SecretBox): string {
  try {
    return secretBox.open(sealed).toString('utf8');
  } catch (cause) {
    throw new Error('SECRETS_KEY does not open the signing keys in this database.', { cause });
  }
}

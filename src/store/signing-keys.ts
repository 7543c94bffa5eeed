// SQL: a lock; and a read by the connections of token exchange.
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import type { JWK } from 'jose';
import { type KeyTimes, publishedUntil } from '../domain/oauth/signing-keys.ts';
import type { Prisma as Namespace } from '../generated/prisma/client.ts';
import type { Database, Prisma, Transaction } from '../platform/database/database.ts';
import { hedged } from '../platform/database/hedge.ts';
import type { Ids } from '../platform/ids/ids.ts';
import type { NewKeyPair } from '../platform/crypto/key-pairs.ts';
import type { SecretBox } from '../platform/crypto/secret-box.ts';
import { preparedStatement } from '../platform/database/prepared-statement.ts';
import { type SigningAlgorithm, signingAlgorithms } from '../vocabulary/signing-algorithms.ts';

/** A decrypted signing key. The JWKs contain "kid", "alg" and "use" (RFC 7517 §4). */
export interface SigningKey extends KeyTimes {
  algorithm: SigningAlgorithm;
  privateKey: KeyObject;
  publicKey: KeyObject;
  publicJwk: JWK;
  privateJwk: JWK;
}

/** A signing key as a row to insert: its id is the "kid"; its private part is encrypted. */
export type SealedKey = Namespace.SigningKeyCreateManyInput & { algorithm: SigningAlgorithm; signsFrom: Date };

interface NewSigningKeyParts {
  secretBox: SecretBox;
  ids: Ids;
  newKeyPair: NewKeyPair;
  now: Date;
  signsFrom: Date;
}

/** Generates a key for each algorithm, in order. */
export async function newSigningKeys(
  parts: NewSigningKeyParts,
  algorithms: readonly SigningAlgorithm[] = signingAlgorithms,
): Promise<SealedKey[]> {
  const requested = algorithms.map((algorithm) => ({ id: parts.ids.next('signingKey'), algorithm }));
  return Promise.all(requested.map(({ id, algorithm }) => newSigningKey(parts, id, algorithm)));
}

async function newSigningKey(
  { newKeyPair, secretBox, now, signsFrom }: NewSigningKeyParts,
  id: string,
  algorithm: SigningAlgorithm,
): Promise<SealedKey> {
  const privateJwk = await newKeyPair(algorithm);
  const publicJwk = createPublicKey({ key: privateJwk, format: 'jwk' }).export({ format: 'jwk' });
  return {
    id,
    algorithm,
    publicJwk: { ...(publicJwk as object), kid: id, alg: algorithm, use: 'sig' },
    encryptedKey: new Uint8Array(secretBox.seal(Buffer.from(JSON.stringify(privateJwk)))),
    signsFrom,
    createdAt: now,
  };
}

/** Algorithms without a current key: all of them at the first start. */
export async function algorithmsWithoutKey(client: Prisma | Transaction): Promise<SigningAlgorithm[]> {
  const newest = await client.signingKey.findMany({ where: { publishedUntil: null }, select: { algorithm: true } });
  return signingAlgorithms.filter((one) => !newest.some(({ algorithm }) => algorithm === one));
}

/** Locks the keys, so that changes of them run one at a time. */
export async function lockSigningKeys(tx: Transaction): Promise<void> {
  await tx.$queryRaw`SELECT FROM signing_keys FOR UPDATE`;
}

/**
 * Inserts keys that replace the current ones of the same algorithms, and deletes those that are no longer published.
 * Rotations run one at a time, and each key is newer than the one before, so it is clear which one signs.
 */
export async function replaceSigningKeys(tx: Transaction, newKeys: readonly SealedKey[], now: Date) {
  await lockSigningKeys(tx);
  const newest = await tx.signingKey.findFirst({ orderBy: { createdAt: 'desc' }, select: { createdAt: true } });
  const createdAt = new Date(Math.max(now.getTime(), (newest?.createdAt.getTime() ?? 0) + 1));
  for (const { algorithm, signsFrom } of newKeys) {
    await tx.signingKey.updateMany({
      where: { algorithm, publishedUntil: null },
      data: { publishedUntil: publishedUntil(signsFrom) },
    });
  }
  await tx.signingKey.deleteMany({ where: { publishedUntil: { lte: now } } });
  return tx.signingKey.createManyAndReturn({ data: newKeys.map((key) => ({ ...key, createdAt })) });
}

const keys = `
  SELECT id, algorithm, public_jwk AS "publicJwk", encrypted_key AS "encryptedKey", signs_from AS "signsFrom",
    published_until AS "publishedUntil", created_at AS "createdAt"
  FROM signing_keys WHERE algorithm = ANY($1)`;

type Row = Namespace.SigningKeyGetPayload<object>;

/**
 * Loads and decrypts all keys of supported algorithms. Uses the connections of token exchanges, which wait for keys
 * that are not loaded yet. Throws an Error with one sentence if SECRETS_KEY cannot decrypt them.
 */
export async function loadSigningKeys(
  database: Pick<Database, 'tokenPool' | 'preparedStatements'>,
  secretBox: SecretBox,
): Promise<SigningKey[]> {
  const query = { ...preparedStatement(database, 'signing_keys', keys), values: [signingAlgorithms] };
  const { rows } = await hedged(() => database.tokenPool.query<Row>(query));
  return rows.map((row) => openSigningKey(row, secretBox));
}

function openSigningKey(row: Row, secretBox: SecretBox): SigningKey {
  const publicJwk = row.publicJwk as JWK;
  const secret = JSON.parse(unseal(row.encryptedKey, secretBox)) as JWK;
  const privateJwk = { ...publicJwk, ...secret };
  return {
    id: row.id,
    algorithm: row.algorithm as SigningAlgorithm,
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
    const sentence = 'SECRETS_KEY cannot decrypt the signing keys in this database';
    throw new Error(`${sentence} (if it is lost, see replace-secrets-key --lost).`, { cause });
  }
}

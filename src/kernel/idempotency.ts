// SQL: one statement that claims a key, unless another call has it.
import { hash } from 'node:crypto';
import { badUserInput, conflict } from '../domain/failure.ts';
import { canonicalJson } from '../domain/json-text.ts';
import { type SecretBox, tryOpen } from '../platform/crypto/secret-box.ts';
import type { Transaction } from '../platform/database/database.ts';
import { keyLifetime } from '../store/idempotency-keys.ts';

/** A call with an idempotency key. A repeated call has the same actor, key, operation and input. */
interface KeyedCall {
  actorId: string;
  key: string;
  operation: string;
  /** As the client sent it: what a schema makes of it, such as defaults, can differ in another version. */
  sentInput: unknown;
  now: Date;
}

/** The stored result of a call. */
interface StoredResult {
  output: unknown;
  eventIds: string[];
}

interface StoredCall extends StoredResult {
  operation: string;
  inputHash: string;
}

/**
 * Runs the work once per key (draft-ietf-httpapi-idempotency-key-header). A repeated call returns the stored result of
 * the first one, and waits for it if it is in progress. BAD_USER_INPUT if the key was used for another call. A failed
 * call stores nothing and can be repeated. Keys expire after 24 hours.
 */
export async function oncePerKey<Result extends StoredResult>(
  tx: Transaction,
  secretBox: SecretBox,
  call: KeyedCall,
  work: () => Promise<Result>,
): Promise<Result | StoredResult> {
  checkKey(call.key);
  const stored = await claimKey(tx, secretBox, call);
  if (stored) return stored;
  const result = await work();
  await storeResult(tx, secretBox, call, result);
  return result;
}

function checkKey(key: string): void {
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw badUserInput('An idempotency key must have 1 to 255 printable ASCII characters.', 'idempotencyKey');
  }
}

/** Claims the key for this transaction. Returns the stored result if the key is taken by the same call. */
async function claimKey(tx: Transaction, secretBox: SecretBox, call: KeyedCall): Promise<StoredResult | undefined> {
  const { actorId, now } = call;
  const keyHash = sha256(call.key);
  const expired = new Date(now.getTime() - keyLifetime);
  const claimed = await tx.$executeRaw`
    INSERT INTO idempotency_keys AS stored (actor_id, key_hash, created_at) VALUES (${actorId}, ${keyHash}, ${now})
    ON CONFLICT (actor_id, key_hash) DO UPDATE SET created_at = excluded.created_at, response = NULL
      WHERE stored.created_at <= ${expired}`;
  if (claimed) return undefined;
  const { response } = await tx.idempotencyKey.findUniqueOrThrow({ where: { actorId_keyHash: { actorId, keyHash } } });
  if (!response) throw new Error('idempotency key stored without a response');
  const opened = tryOpen(secretBox, response);
  if (!opened) throw conflict('The call was made, but its result can no longer be decrypted.', 'idempotencyKey');
  const stored = JSON.parse(opened.toString()) as StoredCall;
  if (stored.operation !== call.operation || stored.inputHash !== inputHash(call)) {
    throw badUserInput('This idempotency key was used for another call.', 'idempotencyKey');
  }
  return { output: stored.output, eventIds: stored.eventIds };
}

/** Stores the result with the key: encrypted, because it can contain a new secret. */
async function storeResult(
  tx: Transaction,
  secretBox: SecretBox,
  call: KeyedCall,
  { output, eventIds }: StoredResult,
): Promise<void> {
  const stored: StoredCall = { output, eventIds, operation: call.operation, inputHash: inputHash(call) };
  await tx.idempotencyKey.update({
    where: { actorId_keyHash: { actorId: call.actorId, keyHash: sha256(call.key) } },
    data: { response: Uint8Array.from(secretBox.seal(Buffer.from(JSON.stringify(stored)))) },
  });
}

const sha256 = (text: string): string => hash('sha256', text, 'base64url');

const inputHash = ({ sentInput }: KeyedCall): string => sha256(canonicalJson(sentInput));

import { hash } from 'node:crypto';
import { badUserInput } from '../domain/failure.ts';
import type { Transaction } from '../platform/database/database.ts';
import type { SecretBox } from '../platform/crypto/secret-box.ts';
import { keyLifetime } from '../store/idempotency-keys.ts';

/** One call as its repetition has to be: same caller, key, operation and input. */
export interface KeyedCall {
  actorId: string;
  key: string;
  operation: string;
  input: unknown;
}

/** What a call answered, to be answered again. */
export interface Answered {
  output: unknown;
  eventIds: string[];
}

interface Kept extends Answered {
  operation: string;
  inputHash: string;
}

/** Refuses what cannot be a key: it is 1 to 255 printable characters of ASCII. */
export function checkKey(key: string): void {
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw badUserInput('A key is 1 to 255 printable characters of ASCII.', 'idempotencyKey');
  }
}

const sha256 = (text: string): string => hash('sha256', text, 'base64url');

/**
 * Claims the key for this transaction (draft-ietf-httpapi-idempotency-key-header): undefined when it is new, and then `keep` has to
 * follow; what was answered when the call was made before. A call with the same key that is under way is waited for. BAD_USER_INPUT
 * when the key was used for something else. What failed kept nothing, and may be tried again; after 24 hours a key is new.
 */
export async function claim(
  tx: Transaction,
  secretBox: SecretBox,
  call: KeyedCall,
  now: Date,
): Promise<Answered | undefined> {
  const keyHash = sha256(call.key);
  const end = new Date(now.getTime() - keyLifetime);
  const claimed = await tx.$executeRaw`
    INSERT INTO idempotency_keys AS kept (actor_id, key_hash, created_at) VALUES (${call.actorId}, ${keyHash}, ${now})
    ON CONFLICT (actor_id, key_hash) DO UPDATE SET created_at = excluded.created_at, answer = NULL WHERE kept.created_at <= ${end}`;
  if (claimed) return undefined;
  const { answer } = await tx.idempotencyKey.findUniqueOrThrow({
    where: { actorId_keyHash: { actorId: call.actorId, keyHash } },
  });
  if (!answer) throw new Error('a key was kept without its answer');
  const kept = JSON.parse(secretBox.open(answer).toString()) as Kept;
  if (kept.operation !== call.operation || kept.inputHash !== inputHash(call)) {
    throw badUserInput('This key was used before, for something else.', 'idempotencyKey');
  }
  return { output: kept.output, eventIds: kept.eventIds };
}

/** Keeps the answer with the key. It can hold a new secret, so it is encrypted. */
export async function keep(tx: Transaction, secretBox: SecretBox, call: KeyedCall, answered: Answered): Promise<void> {
  const { output, eventIds } = answered;
  const kept: Kept = { output, eventIds, operation: call.operation, inputHash: inputHash(call) };
  await tx.idempotencyKey.update({
    where: { actorId_keyHash: { actorId: call.actorId, keyHash: sha256(call.key) } },
    data: { answer: Uint8Array.from(secretBox.seal(Buffer.from(JSON.stringify(kept)))) },
  });
}

const inputHash = ({ input }: KeyedCall): string => sha256(JSON.stringify(input));

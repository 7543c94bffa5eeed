import { signingKeys } from '../../domain/signing-keys.ts';
import type { RunContext } from '../../kernel/operation.ts';
import { signingKeyOf } from '../../store/records/shapes.ts';
import { algorithmsWithoutKey, type SealedKey } from '../../store/signing-keys.ts';

/**
 * Inserts these keys, except for algorithms that already have one. A first key signs at once: no verifier can have
 * cached an older key set for its algorithm.
 */
export async function ensureSigningKeys(
  { tx, now, emit }: Pick<RunContext<'SigningKey.Rotated'>, 'tx' | 'now' | 'emit'>,
  keys: readonly SealedKey[],
): Promise<void> {
  const missing = await algorithmsWithoutKey(tx);
  // An older version in another process signs ES256 with the newest active key, whatever its algorithm.
  const [signing] = signingKeys(await tx.signingKey.findMany(), now);
  const createdAt = signing && new Date(signing.createdAt.getTime() - 1);
  for (const key of keys.filter(({ algorithm }) => missing.includes(algorithm))) {
    const row = await tx.signingKey.create({ data: { ...key, ...(createdAt && { createdAt }) } });
    emit('SigningKey.Rotated', key.id, { signingKey: signingKeyOf(row) });
  }
}

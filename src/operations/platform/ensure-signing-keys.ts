import type { RunContext } from '../../kernel/operation.ts';
import { signingKeyOf } from '../../store/records/shapes.ts';
import { algorithmsWithoutKey, type SealedKey } from '../../store/signing-keys.ts';

/**
 * Inserts these keys, except for algorithms that already have one. A first key signs at once: no verifier can have
 * cached an older key set for its algorithm.
 */
export async function ensureSigningKeys(
  { tx, emit }: Pick<RunContext<'SigningKey.Rotated'>, 'tx' | 'emit'>,
  keys: readonly SealedKey[],
): Promise<void> {
  const missing = await algorithmsWithoutKey(tx);
  for (const key of keys.filter(({ algorithm }) => missing.includes(algorithm))) {
    const row = await tx.signingKey.create({ data: key });
    emit('SigningKey.Rotated', key.id, { signingKey: signingKeyOf(row) });
  }
}

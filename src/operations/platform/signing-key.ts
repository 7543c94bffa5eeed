import type { Prisma } from '../../generated/prisma/client.ts';
import type { RunContext } from '../../kernel/operation.ts';
import { signingKeyOf } from '../../store/shapes.ts';

/** Inserts the key unless there is one already. The first key signs at once: nobody remembers an older key set. */
export async function ensureSigningKey(
  { tx, emit }: Pick<RunContext<'SigningKey.Rotated'>, 'tx' | 'emit'>,
  data: Prisma.SigningKeyCreateManyInput,
): Promise<void> {
  if ((await tx.signingKey.count()) > 0) return;
  const key = await tx.signingKey.create({ data });
  emit('SigningKey.Rotated', key.id, { signingKey: signingKeyOf(key) });
}

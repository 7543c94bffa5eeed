import { z } from 'zod';
import { type KeyTimes, neighborsOf, publishedUntil, signingKeys, stateOf } from '../../domain/oauth/signing-keys.ts';
import { notFound } from '../../domain/failure.ts';
import { idSchema } from '../../domain/text.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { signingKeyOf } from '../../store/records/shapes.ts';
import { lockSigningKeys, newSigningKeys, replaceSigningKeys } from '../../store/signing-keys.ts';
import { effectOf, retirementSchema } from './retirement.ts';

export const retireSigningKey = defineOperation({
  name: 'retireSigningKey',
  summary:
    'Withdraw a leaked signing key at once: tokens signed with it are no longer accepted. If it is the current key, a new key replaces it. ' +
    'Every process rejects access tokens signed with it from the next request on; the key set and ID tokens follow within 10 seconds. ' +
    'APIs that verify tokens themselves accept them until they fetch the key set again; they may cache it for 240 seconds. ' +
    'Sessions and refresh tokens remain valid. A dry run returns what the withdrawal would end.',
  words: {
    title: 'Retire {signingKeyId}',
    button: 'Retire {signingKeyId}',
    danger: 'Tokens that it signed are no longer accepted. There is no way back.',
  },
  permission: 'signing-keys:write',
  recentSignIn: true,
  route: { method: 'POST', path: '/signing-keys/:signingKeyId/retire' },
  input: z.strictObject({ signingKeyId: idSchema('signingKey').describe('The signing key to withdraw.') }),
  output: {
    signingKey: entity(
      'SigningKey',
      'The current key of the same algorithm; a new one if the withdrawn key was the current one.',
    ),
    retirement: retirementSchema,
  },
  always: ['SigningKey.Retired'],
  sometimes: ['SigningKey.Rotated'],
  prepare: (services) => newSigningKeys({ ...services, signsFrom: services.now }),
  async run({ tx, now, emit }, { signingKeyId }, newKeys) {
    await lockSigningKeys(tx);
    const keys = await tx.signingKey.findMany();
    const key = keys.find(({ id }) => id === signingKeyId);
    if (!key) throw notFound('signing key', 'signingKeyId');
    const state = stateOf(key.id, keys, now);
    const retirement = await effectOf(tx, key, state, now);
    await tx.signingKey.delete({ where: { id: key.id } });
    emit('SigningKey.Retired', key.id, { signingKey: signingKeyOf(key) });
    if (state === 'NEXT') await cancelRotation(tx, key, keys);
    const successors = state === 'CURRENT' ? newKeys.filter(({ algorithm }) => algorithm === key.algorithm) : [];
    for (const row of successors.length ? await replaceSigningKeys(tx, successors, now) : []) {
      emit('SigningKey.Rotated', row.id, { signingKey: signingKeyOf(row) });
    }
    return { signingKey: await signingNow(tx, key.algorithm, now), retirement };
  },
});

async function signingNow(tx: Transaction, algorithm: string, now: Date): Promise<string> {
  const signing = signingKeys(await tx.signingKey.findMany(), now);
  const key = signing.find((candidate) => candidate.algorithm === algorithm);
  if (!key) throw new Error(`The database has no signing key for ${algorithm}.`);
  return key.id;
}

/**
 * Cancels the rotation to a key that will never sign: its predecessor stays published until its successor signs, if
 * any.
 */
async function cancelRotation(tx: Transaction, key: KeyTimes, keys: readonly KeyTimes[]): Promise<void> {
  const { younger, older } = neighborsOf(key, keys);
  if (!older) return;
  const until = younger ? publishedUntil(younger.signsFrom) : null;
  await tx.signingKey.update({ where: { id: older.id }, data: { publishedUntil: until } });
}

import { z } from 'zod';
import { publishedUntil } from '../../domain/signing-keys.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { signingKeyOf } from '../../store/shapes.ts';
import { newSigningKey } from '../../store/signing-keys.ts';

/** Seconds in which everyone who verifies our tokens has fetched the new key: what common libraries remember a key set for. */
const defaultDelay = 300;

export const rotateSigningKeys = defineOperation({
  name: 'rotateSigningKeys',
  summary:
    'Make a new signing key. It is published at once and signs after a delay; the key before it verifies until its last token has expired.',
  permission: 'signing-keys:write',
  route: { method: 'POST', path: '/signing-keys' },
  input: z.strictObject({
    delaySeconds: z
      .int()
      .min(0)
      .max(86_400)
      .default(defaultDelay)
      .describe('Seconds until the new key signs; 0 when the present one must not be used any more.'),
  }),
  output: { signingKey: entity('SigningKey', 'The new key.') },
  always: ['SigningKey.Rotated'],
  prepare: ({ secretBox, ids, now }, { delaySeconds }) => {
    const signsFrom = new Date(now.getTime() + delaySeconds * 1000);
    return Promise.resolve(newSigningKey({ secretBox, ids, now, signsFrom }));
  },
  async run({ tx, now, emit }, _input, made) {
    // One rotation at a time, and each key younger than the one before: which of them signs follows from that.
    await tx.$queryRaw`SELECT FROM signing_keys FOR UPDATE`;
    const newest = await tx.signingKey.findFirst({ orderBy: { createdAt: 'desc' }, select: { createdAt: true } });
    const createdAt = new Date(Math.max(now.getTime(), (newest?.createdAt.getTime() ?? 0) + 1));
    await tx.signingKey.updateMany({
      where: { publishedUntil: null },
      data: { publishedUntil: publishedUntil(made.signsFrom) },
    });
    await tx.signingKey.deleteMany({ where: { publishedUntil: { lte: now } } });
    const key = await tx.signingKey.create({ data: { ...made, createdAt } });
    emit('SigningKey.Rotated', key.id, { signingKey: signingKeyOf(key) });
    return { signingKey: key.id };
  },
});

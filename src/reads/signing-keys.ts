import { z } from 'zod';
import type { Prisma } from '../generated/prisma/client.ts';
import { flagFilter } from './conditions.ts';
import { defineList } from './list.ts';

export const signingKeys = defineList<Prisma.SigningKeyWhereInput>()({
  name: 'signingKeys',
  kind: 'signingKey',
  summary: 'Keys that sign tokens, with those that did.',
  filter: z.strictObject({ isPublished: flagFilter('Those in the key set, or those that left it.') }),
  order: {
    createdAt: { type: 'time', description: 'When the key was made.' },
    signsFrom: { type: 'time', description: 'When the key begins to sign.' },
  },
  where: ({ filter, now }) => {
    if (filter.isPublished === undefined) return {};
    const isPublished = { OR: [{ publishedUntil: null }, { publishedUntil: { gt: now } }] };
    return filter.isPublished ? isPublished : { publishedUntil: { lte: now } };
  },
  within: () => null,
});

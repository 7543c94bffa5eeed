import { z } from 'zod';
import type { Prisma } from '../../generated/prisma/client.ts';
import { flagFilter } from '../conditions.ts';
import { defineList } from '../list.ts';

export const signingKeys = defineList<Prisma.SigningKeyWhereInput>()({
  name: 'signingKeys',
  kind: 'signingKey',
  summary: 'Keys that sign tokens, including earlier ones.',
  filter: z.strictObject({ isPublished: flagFilter('Only keys in the key set if true, only removed ones if false.') }),
  order: {
    createdAt: { type: 'time', description: 'Time of creation.' },
    signsFrom: { type: 'time', description: 'Time from which the key signs.' },
  },
  where: ({ filter, now }) => {
    if (filter.isPublished === undefined) return {};
    const isPublished = { OR: [{ publishedUntil: null }, { publishedUntil: { gt: now } }] };
    return filter.isPublished ? isPublished : { publishedUntil: { lte: now } };
  },
  within: () => null,
});

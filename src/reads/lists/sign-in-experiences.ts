import { z } from 'zod';
import type { Prisma } from '../../generated/prisma/client.ts';
import { between, createdFilters } from '../conditions.ts';
import { defineList } from '../list.ts';

export const signInExperiences = defineList<Prisma.SignInExperienceWhereInput>()({
  name: 'signInExperiences',
  kind: 'signInExperience',
  summary: 'Sign-in experiences: how people sign in, sign up and recover their accounts. So far there is one.',
  filter: z.strictObject(createdFilters),
  order: {
    createdAt: { type: 'time', description: 'Time of creation.' },
    updatedAt: { type: 'time', description: 'Time of the last change.' },
  },
  where: ({ filter }) => between('createdAt', filter.createdAfter, filter.createdBefore),
  // The experience is that of all organizations.
  within: () => null,
});

import { z } from 'zod';
import type { Prisma } from '../generated/prisma/client.ts';
import { all, equals, flagFilter, hasPart, hasWord, searched } from './conditions.ts';
import { defineList } from './list.ts';

export const apiResources = defineList<Prisma.ApiResourceWhereInput>()({
  name: 'apiResources',
  kind: 'apiResource',
  summary: 'Services that accept our access tokens.',
  searchDescription:
    'API resources whose indicator contains this, or a word of whose name begins with it, in any case.',
  filter: z.strictObject({
    indicator: z.string().max(2048).optional().describe('The one with this resource indicator (RFC 8707).'),
    isBuiltIn: flagFilter('The Management API itself, or the others.'),
  }),
  order: {
    createdAt: { type: 'time', description: 'When the API resource was created.' },
    updatedAt: { type: 'time', description: 'When the API resource was last changed.' },
    name: { description: 'Name.' },
    indicator: { description: 'Resource indicator.' },
  },
  where: ({ filter, search }) =>
    all(
      equals('indicator', filter.indicator),
      equals('isBuiltIn', filter.isBuiltIn),
      searched(search, (text) => [...hasWord('name', text), hasPart('indicator', text)]),
    ),
  within: () => null,
});

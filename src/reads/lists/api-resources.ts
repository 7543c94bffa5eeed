import { z } from 'zod';
import { spellingsOf } from '../../domain/oauth/resource-indicator.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import { all, equals, flagFilter, hasPart, hasWord, isOneOf, linkFilter, searched, some } from '../conditions.ts';
import { defineList, namedRecordOrder } from '../list.ts';

export const apiResources = defineList<Prisma.ApiResourceWhereInput>()({
  name: 'apiResources',
  kind: 'apiResource',
  summary: 'APIs that accept access tokens of this platform.',
  searchDescription:
    'Case-insensitive search in API resources: any part of the resource indicator, or the start of a word of the name.',
  filter: z.strictObject({
    indicator: z
      .string()
      .max(2048)
      .optional()
      .describe('Only the API resource with this resource indicator (RFC 8707).'),
    applicationId: linkFilter('application', 'Only API resources that this application serves.'),
    isBuiltIn: flagFilter('Only the Management API if true, only the others if false.'),
  }),
  order: {
    ...namedRecordOrder,
    indicator: { description: 'Resource indicator.' },
  },
  where: ({ filter, search }) =>
    all(
      isOneOf('indicator', filter.indicator === undefined ? undefined : spellingsOf(filter.indicator)),
      some('servedBy', equals('applicationId', filter.applicationId)),
      equals('isBuiltIn', filter.isBuiltIn),
      searched(search, (text) => [...hasWord('name', text), hasPart('indicator', text)]),
    ),
  within: () => null,
});

import { z } from 'zod';
import type { Prisma } from '../../generated/prisma/client.ts';
import { all, between, createdFilters, equals, flagFilter, hasPart, hasValue, searched } from '../conditions.ts';
import { defineList, namedRecordOrder } from '../list.ts';

export const webhooks = defineList<Prisma.WebhookWhereInput>()({
  name: 'webhooks',
  kind: 'webhook',
  summary: 'Endpoints that receive events.',
  searchDescription: 'Case-insensitive search in webhooks: any part of the name or URL.',
  filter: z.strictObject({
    isEnabled: flagFilter('Only enabled webhooks if true, only disabled ones if false.'),
    isFailing: flagFilter('Only webhooks whose last attempt failed if true, only the others if false.'),
    ...createdFilters,
  }),
  order: namedRecordOrder,
  where: ({ filter, search }) =>
    all(
      equals('isEnabled', filter.isEnabled),
      hasValue('failingSince', filter.isFailing),
      between('createdAt', filter.createdAfter, filter.createdBefore),
      searched(search, (text) => [hasPart('name', text), hasPart('url', text)]),
    ),
  // Webhooks can receive events of all organizations.
  within: () => null,
});

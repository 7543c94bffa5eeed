import { z } from 'zod';
import type { Prisma } from '../generated/prisma/client.ts';
import { all, between, equals, flagFilter, hasPart, hasValue, searched, timeFilter } from './conditions.ts';
import { defineList } from './list.ts';

export const webhooks = defineList<Prisma.WebhookWhereInput>()({
  name: 'webhooks',
  kind: 'webhook',
  summary: 'Addresses that are told of events.',
  searchDescription: 'Webhooks whose name or address holds this, in any case.',
  filter: z.strictObject({
    isEnabled: flagFilter('Those that are enabled, or those that are not.'),
    isFailing: flagFilter('Those whose last attempt failed, or those whose last attempt did not.'),
    createdAfter: timeFilter('Created at this instant or later.'),
    createdBefore: timeFilter('Created before this instant.'),
  }),
  order: {
    createdAt: { type: 'time', description: 'When the webhook was created.' },
    updatedAt: { type: 'time', description: 'When the webhook was last changed.' },
    name: { description: 'Name.' },
  },
  where: ({ filter, search }) =>
    all(
      equals('isEnabled', filter.isEnabled),
      hasValue('failingSince', filter.isFailing),
      between('createdAt', filter.createdAfter, filter.createdBefore),
      searched(search, (text) => [hasPart('name', text), hasPart('url', text)]),
    ),
  // They are told of everything, wherever it happens.
  within: () => null,
});

import { z } from 'zod';
import type { Prisma } from '../../generated/prisma/client.ts';
import { connectorKind } from '../../vocabulary/connectors/connector-shapes.ts';
import { all, between, createdFilters, equals, flagFilter, hasPart, hasValue, searched } from '../conditions.ts';
import { defineList, namedRecordOrder } from '../list.ts';

export const connectors = defineList<Prisma.ConnectorWhereInput>()({
  name: 'connectors',
  kind: 'connector',
  summary: 'Connectors, which send email and SMS.',
  searchDescription: 'Case-insensitive search in connectors: any part of the name.',
  filter: z.strictObject({
    kind: connectorKind.optional().describe('Only connectors of this kind.'),
    isEnabled: flagFilter('Only enabled connectors if true, only disabled ones if false.'),
    isFailing: flagFilter('Only connectors whose last message was not sent if true, only the others if false.'),
    ...createdFilters,
  }),
  order: namedRecordOrder,
  where: ({ filter, search }) =>
    all(
      equals('kind', filter.kind),
      equals('isEnabled', filter.isEnabled),
      hasValue('lastError', filter.isFailing),
      between('createdAt', filter.createdAfter, filter.createdBefore),
      searched(search, (text) => [hasPart('name', text)]),
    ),
  // Connectors send messages of all organizations.
  within: () => null,
});

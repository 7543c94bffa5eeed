import { edgesQuery, readEdgesRange, readExchangeEdges, readUsesOf } from '../../../reads/exchange-edges.ts';
import { exchangesPermission } from '../../../reads/exchanges.ts';
import {
  type EdgeGrouping,
  type ExchangeEdges as Edges,
  exchangeEdgesShape,
  type ExchangeUse as Use,
  exchangeUseShape,
} from '../../../vocabulary/exchanges/edge-shapes.ts';
import { requiresEverywhere } from '../../schema/access.ts';
import { batched } from '../../schema/batched.ts';
import { builder } from '../../schema/builder.ts';
import { textEnum } from '../../schema/enums.ts';
import { argumentsOf } from '../../schema/inputs.ts';
import { exposeShape } from '../../schema/shapes.ts';
import { ApiResource } from './api-resource.ts';
import { Application } from './application.ts';
import { exchangeRecords } from './exchange.ts';
import { Refusal } from './exchange-totals.ts';

textEnum<EdgeGrouping>('ExchangeEdgeGrouping', 'What token exchanges are summed up by.', {
  APPLICATION_RESOURCE: 'By the application that exchanged and the API resource.',
  PATH: 'Also by the application that had obtained the token, the applications between, and what the token was for.',
});

const ExchangeUse = builder.objectRef<Use>('ExchangeUse').implement({
  description: `${exchangeUseShape.meta()?.description} See \`exchangeLedger\` for how complete that is.`,
  fields: (t) => ({
    ...exposeShape(t, exchangeUseShape.omit({ refusals: true })),
    ...exchangeRecords(t),
    refusals: t.expose('refusals', { type: [Refusal], description: exchangeUseShape.shape.refusals.description ?? '' }),
  }),
});

const ExchangeEdges = builder.objectRef<Edges>('ExchangeEdges').implement({
  description: exchangeEdgesShape.meta()?.description ?? '',
  fields: (t) => ({
    edges: t.expose('edges', { type: [ExchangeUse], description: exchangeEdgesShape.shape.edges.description ?? '' }),
    hasMore: t.exposeBoolean('hasMore', { description: exchangeEdgesShape.shape.hasMore.description ?? '' }),
  }),
});

builder.queryField('exchangeEdges', (t) =>
  t.field({
    type: ExchangeEdges,
    ...requiresEverywhere(exchangesPermission),
    description: `Who exchanges tokens for which API, summed up from the ledger by days (UTC), which are kept for 400 days. An exchange is in it a minute or two later. Requires the permission ${exchangesPermission} everywhere.`,
    args: argumentsOf(edgesQuery.shape, 'exchangeEdges'),
    resolve: (_root, args, { prisma, clock }) => readExchangeEdges(prisma, readEdgesRange(args, clock.now())),
  }),
);

interface Wanted {
  id: string;
  range: object;
}

/** Uses of the records for which the same range is selected are read together. */
const findUses = (of: 'applicationId' | 'apiResourceId') =>
  batched<Wanted, Use[]>(async ({ prisma, clock }, all) => {
    const usesByKey = new Map<Wanted, Use[]>();
    for (const group of Map.groupBy(all, ({ range }) => JSON.stringify(range)).values()) {
      const range = readEdgesRange(group[0]?.range, clock.now());
      const ids = [...new Set(group.map(({ id }) => id))];
      const uses = await readUsesOf(
        prisma,
        range,
        of === 'applicationId' ? { applicationIds: ids } : { apiResourceIds: ids },
      );
      const byRecord = Map.groupBy(uses, (use) => use[of]);
      for (const one of group) usesByKey.set(one, byRecord.get(one.id) ?? []);
    }
    return all.map((one) => usesByKey.get(one) ?? []);
  });

const ofApplication = findUses('applicationId');
const ofResource = findUses('apiResourceId');

builder.prismaObjectField(Application, 'exchangeUse', (t) =>
  t.field({
    type: [ExchangeUse],
    ...requiresEverywhere(exchangesPermission),
    description:
      'Token exchanges by the application, the most frequent first, at most 1,000 edges, as in `exchangeEdges`.',
    args: argumentsOf(edgesQuery.shape, 'Application.exchangeUse'),
    resolve: ({ id }, range, context) => ofApplication(context, { id, range }),
  }),
);

builder.prismaObjectField(ApiResource, 'exchangeUse', (t) =>
  t.field({
    type: [ExchangeUse],
    ...requiresEverywhere(exchangesPermission),
    description:
      'Token exchanges for tokens for the API resource, the most frequent first, at most 1,000 edges, as in `exchangeEdges`.',
    args: argumentsOf(edgesQuery.shape, 'ApiResource.exchangeUse'),
    resolve: ({ id }, range, context) => ofResource(context, { id, range }),
  }),
);

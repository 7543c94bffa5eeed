import {
  edgesQuery,
  readEdgesRange,
  readExchangeEdges,
  readUsesOf,
  type UsesOf,
} from '../../../reads/exchange-edges.ts';
import { exchangesPermission } from '../../../reads/exchanges.ts';
import {
  type EdgeGrouping,
  type ExchangeEdges as Edges,
  exchangeEdgesShape,
  type ExchangeUse as Use,
  exchangeUseShape,
} from '../../../vocabulary/exchanges/edge-shapes.ts';
import { requiresEverywhere } from '../../schema/access.ts';
import { batchedWith } from '../../schema/batched.ts';
import { builder } from '../../schema/builder.ts';
import { textEnum } from '../../schema/enums.ts';
import { argumentsOf } from '../../schema/inputs.ts';
import { describedBy, descriptionOf, exposeShape } from '../../schema/shapes.ts';
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
    refusals: t.expose('refusals', { type: [Refusal], ...describedBy(exchangeUseShape.shape.refusals) }),
  }),
});

const ExchangeEdges = builder.objectRef<Edges>('ExchangeEdges').implement({
  description: descriptionOf(exchangeEdgesShape),
  fields: (t) => ({
    edges: t.expose('edges', { type: [ExchangeUse], ...describedBy(exchangeEdgesShape.shape.edges) }),
    hasMore: t.exposeBoolean('hasMore', describedBy(exchangeEdgesShape.shape.hasMore)),
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

const findUses = (of: UsesOf['of']) =>
  batchedWith<object, Use>(async ({ prisma, clock }, range, ids) => {
    const uses = await readUsesOf(prisma, readEdgesRange(range, clock.now()), { of, ids });
    return Map.groupBy(uses, (use) => use[of] ?? '');
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
    resolve: ({ id }, args, context) => ofApplication(context, { id, args }),
  }),
);

builder.prismaObjectField(ApiResource, 'exchangeUse', (t) =>
  t.field({
    type: [ExchangeUse],
    ...requiresEverywhere(exchangesPermission),
    description:
      'Token exchanges for tokens for the API resource, the most frequent first, at most 1,000 edges, as in `exchangeEdges`.',
    args: argumentsOf(edgesQuery.shape, 'ApiResource.exchangeUse'),
    resolve: ({ id }, args, context) => ofResource(context, { id, args }),
  }),
);

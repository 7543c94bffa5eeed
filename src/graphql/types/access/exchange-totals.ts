import {
  type ExchangeTotals as Totals,
  exchangeTotalsQuerySchema,
  readExchangeTotalsRange,
} from '../../../domain/oauth/exchange-totals.ts';
import { readExchangeTotals } from '../../../reads/exchange-edges.ts';
import { exchangeErrors, exchangeTotalsPermissions } from '../../../vocabulary/token-exchange.ts';
import { requires, requiresAll } from '../../schema/access.ts';
import { noId } from '../../schema/nodes.ts';
import { builder } from '../../schema/builder.ts';
import { ApiResource } from './api-resource.ts';
import { Application } from './application.ts';
import { ExchangeReason } from './exchange-reason.ts';

type Total = Totals['totals'][number];

export const Refusal = builder.objectRef<Total['refusals'][number]>('TokenExchangeRefusals').implement({
  description: 'Token exchanges that were refused for one reason.',
  fields: (t) => ({
    reason: t.expose('reason', {
      type: ExchangeReason,
      nullable: true,
      description: 'Why they were refused; null for a reason of another version.',
    }),
    error: t.exposeString('error', {
      description: `\`error\` of the response: ${exchangeErrors.join(', ')}.`,
    }),
    description: t.exposeString('description', { description: '`error_description` of the response.' }),
    count: t.exposeFloat('count', { description: 'Number of requests that were refused with it, a whole number.' }),
  }),
});

const ExchangeTotal = builder.objectRef<Total>('TokenExchangeTotal').implement({
  description:
    'Token exchanges by the application that exchanged, the application that had obtained the token, and the API resource.',
  fields: (t) => ({
    applicationId: t.exposeID('applicationId', { description: 'The application that exchanged tokens.' }),
    application: t.prismaField({
      type: Application,
      ...requires('applications:read'),
      description: 'The application that exchanged tokens; null if it was deleted.',
      resolve: (query, { applicationId: id }, _args, { prisma }) =>
        prisma.application.findUnique({ ...query, where: { id } }),
    }),
    subjectApplicationId: t.exposeID('subjectApplicationId', {
      nullable: true,
      description: 'The application that had obtained the exchanged tokens; null for tokens that could not be read.',
    }),
    subjectApplication: t.prismaField({
      type: Application,
      ...requires('applications:read'),
      description: 'The application that had obtained the exchanged tokens; null if unknown or deleted.',
      resolve: (query, { subjectApplicationId: id }, _args, { prisma }) =>
        prisma.application.findUnique({ ...query, where: { id: id ?? noId } }),
    }),
    apiResourceId: t.exposeID('apiResourceId', {
      nullable: true,
      description: 'The API resource that the new tokens were for; null if the request named none that existed.',
    }),
    apiResource: t.prismaField({
      type: ApiResource,
      ...requires('resources:read'),
      description: 'The API resource that the new tokens were for; null if unknown or deleted.',
      resolve: (query, { apiResourceId: id }, _args, { prisma }) =>
        prisma.apiResource.findUnique({ ...query, where: { id: id ?? noId } }),
    }),
    granted: t.exposeFloat('granted', { description: 'Number of tokens that were issued, a whole number.' }),
    refused: t.exposeFloat('refused', { description: 'Number of requests that were refused, a whole number.' }),
    refusals: t.expose('refusals', {
      type: [Refusal],
      description: 'Why requests were refused, the most frequent reason first.',
    }),
    firstAt: t.expose('firstAt', { type: 'DateTime', description: 'Time of the first of these exchanges.' }),
    lastAt: t.expose('lastAt', { type: 'DateTime', description: 'Time of the last of these exchanges.' }),
  }),
});

const ExchangeTotals = builder.objectRef<Totals>('TokenExchangeTotals').implement({
  description: 'Token exchanges in a time range.',
  fields: (t) => ({
    totals: t.expose('totals', { type: [ExchangeTotal], description: 'The totals, the largest first.' }),
    hasMore: t.exposeBoolean('hasMore', {
      description: 'Whether there are more totals: the answer has the 1,000 largest.',
    }),
  }),
});

builder.queryField('tokenExchangeTotals', (t) =>
  t.field({
    type: ExchangeTotals,
    ...requiresAll(exchangeTotalsPermissions),
    description: [
      'Who exchanged which tokens for which API, how often, and why requests were refused.',
      'They are summed up from the ledger a minute or two later, by days (UTC), which are kept for 400 days. `exchangeEdges` has more of the same.',
      `Requires the permissions ${exchangeTotalsPermissions.join(', ')}.`,
    ].join('\n'),
    args: {
      since: t.arg({ type: 'DateTime', required: true, description: describe('since') }),
      until: t.arg({ type: 'DateTime', description: describe('until') }),
    },
    resolve: (_root, range, { prisma, clock }) =>
      readExchangeTotals(prisma, readExchangeTotalsRange(range, clock.now())),
  }),
);

function describe(name: 'since' | 'until'): string {
  return exchangeTotalsQuerySchema.shape[name].description ?? '';
}

import { exchangeTotalsQuerySchema, readExchangeTotalsRange } from '../../../domain/oauth/exchange-totals.ts';
import { readExchangeTotals } from '../../../reads/exchange-edges.ts';
import { exchangeTotalsPermissions } from '../../../vocabulary/token-exchange.ts';
import {
  type ExchangeRefusal,
  exchangeRefusalShape,
  type ExchangeTotal as ExchangeTotalRow,
  exchangeTotalShape,
  type ExchangeTotals as Totals,
  exchangeTotalsShape,
} from '../../../vocabulary/exchanges/edge-shapes.ts';
import { requiresAll } from '../../schema/access.ts';
import { builder } from '../../schema/builder.ts';
import { describedBy, descriptionOf, exposeShape } from '../../schema/shapes.ts';
import { exchangeRecords } from './exchange.ts';
import { ExchangeReason } from './exchange-reason.ts';

const refusal = exchangeRefusalShape.shape;
export const Refusal = builder.objectRef<ExchangeRefusal>('TokenExchangeRefusals').implement({
  description: 'Token exchanges that were refused for one reason.',
  fields: (t) => ({
    reason: t.expose('reason', { type: ExchangeReason, ...describedBy(refusal.reason) }),
    error: t.exposeString('error', describedBy(refusal.error)),
    ...exposeShape(t, exchangeRefusalShape.pick({ description: true, count: true })),
  }),
});

const ExchangeTotal = builder.objectRef<ExchangeTotalRow>('TokenExchangeTotal').implement({
  description: descriptionOf(exchangeTotalShape),
  fields: (t) => ({
    ...exposeShape(t, exchangeTotalShape.omit({ refusals: true })),
    ...exchangeRecords(t),
    refusals: t.expose('refusals', { type: [Refusal], ...describedBy(exchangeTotalShape.shape.refusals) }),
  }),
});

const ExchangeTotals = builder.objectRef<Totals>('TokenExchangeTotals').implement({
  description: descriptionOf(exchangeTotalsShape),
  fields: (t) => ({
    totals: t.expose('totals', { type: [ExchangeTotal], ...describedBy(exchangeTotalsShape.shape.totals) }),
    hasMore: t.exposeBoolean('hasMore', describedBy(exchangeTotalsShape.shape.hasMore)),
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
  return descriptionOf(exchangeTotalsQuerySchema.shape[name]);
}

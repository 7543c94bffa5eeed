import { beforeAll, describe, expect, it } from 'vitest';
import { exchangeReasons } from '../../../src/vocabulary/exchanges/exchange-reasons.ts';
import { addSums } from '../../support/exchanges/exchange-rows.ts';
import { perFile } from '../../support/per-file.ts';
import { startApi } from '../api.ts';
import { makeOrders, orders } from './orders.ts';

const api = perFile(startApi);
let records: Awaited<ReturnType<typeof makeOrders>>;
beforeAll(async () => {
  records = await makeOrders(api.kernel.database);
});

describe('totals of token exchanges', () => {
  it('lead to the applications and the API resource, and are null for those that are gone', async () => {
    const at = api.kernel.now();
    const refused = { error: 'invalid_scope', reason: 'SCOPE_NOT_HELD' } as const;
    const { reason } = refused;
    const { id: apiResourceId } = await api.kernel.database.prisma.apiResource.findFirstOrThrow({
      where: { indicator: orders },
    });
    await addSums(api.kernel.database, [
      { applicationId: records.usual.applicationId, apiResourceId, reason, count: 2, at },
      { applicationId: 'app_gone', subjectApplicationId: 'app_gone', apiResourceId: 'res_gone', reason, count: 1, at },
    ]);
    const ask = () =>
      api.ask(`{
      tokenExchangeTotals(since: "2000-01-01T00:00:00Z") {
        hasMore
        totals {
          applicationId application { id } subjectApplication { id } apiResource { indicator }
          granted refused refusals { reason error description count }
        }
      }
    }`);
    const { tokenExchangeTotals } = await ask();
    // The totals, the applications and the API resources.
    expect(await api.statementsOf(ask)).toBe(3);
    const own = {
      granted: 0,
      refused: 2,
      refusals: [{ ...refused, description: exchangeReasons.SCOPE_NOT_HELD.description, count: 2 }],
      subjectApplication: null,
    };
    const gone = { granted: 0, refused: 1, application: null, subjectApplication: null, apiResource: null };
    const { applicationId } = records.usual;
    expect(tokenExchangeTotals).toMatchObject({
      hasMore: false,
      totals: [{ ...own, application: { id: applicationId }, apiResource: { indicator: orders } }, gone],
    });
  });
});

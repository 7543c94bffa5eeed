import { addExchanges } from '../../support/exchanges/exchange-rows.ts';
import type { ManagementApi } from '../../support/management-api.ts';

const day = 24 * 3600 * 1000;

/** Seven exchanges of some days, by what is special about each, instead of all others; and times days ago. */
export async function makeLedger(api: ManagementApi): Promise<Ledger> {
  const { kernel, ours, theirs } = api;
  const { database } = kernel;
  await database.pool.query('TRUNCATE exchanges');
  const at = (days: number) => new Date(kernel.now().getTime() - days * day);
  const rows = {
    oldest: { at: at(40), userId: ours.user, granted: 'orders:list orders:read', dropped: 'orders:write' },
    theirs: { at: at(3), userId: theirs.user, organizationId: theirs.organization },
    ours: {
      at: at(2),
      userId: ours.user,
      organizationId: ours.organization,
      applicationId: ours.service,
      subjectApplicationId: ours.application,
      apiResourceId: ours.resource,
      traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
    },
    refused: { at: at(1), userId: ours.user, granted: null, dropped: null, reason: 'SUBJECT_EXPIRED' as const },
    unread: {
      at: at(0.5),
      granted: null,
      position: null,
      reason: 'SUBJECT_MALFORMED' as const,
      subjectApplicationId: '',
      apiResourceId: '',
    },
  };
  const ids = await addExchanges(database, Object.values(rows));
  const byName: Record<string, string> = Object.fromEntries(
    Object.keys(rows).map((name, index) => [name, ids[index] ?? '']),
  );
  const { ours: txn = '' } = byName;
  const [second = '', third = ''] = await addExchanges(database, [
    { at: at(2), userId: ours.user, txn, parent: txn, chain: ours.service },
    {
      at: at(2),
      applicationId: 'app_third',
      chain: `app_backend ${ours.service}`,
      txn,
      parent: txn,
    },
  ]);
  return { known: { ...byName, second, third }, at };
}

export interface Ledger {
  known: Record<string, string>;
  at(days: number): Date;
}

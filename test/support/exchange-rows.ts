import { createWriteRows } from '../../src/oidc/ledger/write-rows.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { systemIds as ids } from '../../src/platform/ids/ids.ts';
import type { DelegationParts } from '../../src/store/exchanges/delegations.ts';
import type { ExchangeRow } from '../../src/store/exchanges/insert-exchanges.ts';

/** What differs from an exchange that granted `orders:read` to `app_backend` for a token of `app_shop`. */
export type ExchangeGiven = { at: Date } & Partial<Omit<ExchangeRow, 'at' | 'delegationId'> & DelegationParts>;

const usual = {
  position: 7,
  userId: null,
  organizationId: null,
  sessionId: null,
  grantId: null,
  granted: 'orders:read',
  dropped: '',
  carried: null,
  acr: null,
  authenticatedAt: null,
  reason: null,
  txn: null,
  parent: null,
  traceId: null,
};

/** Writes rows of the ledger as a process does. Returns their ids. */
export async function addExchanges(database: Database, all: readonly ExchangeGiven[]): Promise<string[]> {
  const write = createWriteRows({ database, clock: { now: () => all[0]?.at ?? new Date(0) } });
  const exchanges = all.map((one) => {
    const { at, applicationId = 'app_backend', subjectApplicationId = 'app_shop', ...given } = one;
    const { chain = '', subjectResource = 'urn:shop', apiResourceId = 'res_orders', ...columns } = given;
    const parts = { applicationId, subjectApplicationId, chain, subjectResource, apiResourceId };
    return { row: { id: ids.uuidAt(at), ...usual, ...columns, at: at.getTime() }, parts, resource: undefined };
  });
  await write(exchanges);
  return exchanges.map(({ row }) => row.id);
}

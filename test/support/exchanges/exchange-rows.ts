import { createWriteRows } from '../../../src/oidc/ledger/write-rows.ts';
import type { Database } from '../../../src/platform/database/database.ts';
import { systemIds as ids } from '../../../src/platform/ids/ids.ts';
import { countNewExchanges } from '../../../src/store/exchanges/count-exchanges.ts';
import type { ExchangeReason } from '../../../src/vocabulary/exchanges/exchange-reasons.ts';
import type { DelegationParts } from '../../../src/store/exchanges/delegations.ts';
import type { ExchangeRow } from '../../../src/store/exchanges/insert-exchanges.ts';
import type { Records } from '../records.ts';

/** The differences from an exchange that granted `orders:read` to `app_backend` for a token of `app_shop`. */
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
  impersonatorId: null,
};

/** Writes rows of the ledger as a process does. Returns their ids. */
export async function addExchanges(database: Database, all: readonly ExchangeGiven[]): Promise<string[]> {
  const write = createWriteRows({
    database,
    clock: { now: () => all[0]?.at ?? new Date(0) },
    startDelegation: () => {},
  });
  const exchanges = all.map((one) => {
    const { at, applicationId = 'app_backend', subjectApplicationId = 'app_shop', ...given } = one;
    const { chain = '', subjectResource = 'urn:shop', apiResourceId = 'res_orders', ...columns } = given;
    const parts = { applicationId, subjectApplicationId, chain, subjectResource, apiResourceId };
    return { row: { id: ids.uuidAt(at), ...usual, ...columns, at: at.getTime() }, parts, resource: undefined };
  });
  await write(exchanges);
  return exchanges.map(({ row }) => row.id);
}

/** An exchange of the backend for a token of the user, which names records of every kind. Returns its id. */
export async function addExchangeOf(
  database: Database,
  {
    user,
    backend,
    service,
    resource,
    organization,
  }: Pick<Records, 'user' | 'backend' | 'service' | 'resource' | 'organization'>,
  at: Date,
): Promise<string> {
  const parties = { applicationId: backend, subjectApplicationId: service, apiResourceId: resource };
  const [id = ''] = await addExchanges(database, [{ at, ...parties, userId: user, organizationId: organization }]);
  return id;
}

/** Adds all rows to the sums of days, as maintenance does within two minutes. */
export async function sumUp(database: Database): Promise<void> {
  const now = new Date();
  await database.pool.query('UPDATE exchange_head SET seen_at = NULL');
  await countNewExchanges(database, now);
  await countNewExchanges(database, new Date(now.getTime() + 60_000));
}

/** Exchanges of one day and outcome, of which only the sum is known; by default granted. */
export interface ExchangeSum {
  at: Date;
  count: number;
  applicationId: string;
  subjectApplicationId?: string;
  apiResourceId?: string;
  reason?: ExchangeReason | '';
}

const addSum = `
  WITH delegation AS (
    INSERT INTO delegations AS known (application_id, subject_application_id, chain, subject_resource, api_resource_id, first_at)
    VALUES ($1, $2, '', '', $3, $6)
    ON CONFLICT (application_id, subject_application_id, chain, subject_resource, api_resource_id)
    DO UPDATE SET first_at = least(known.first_at, excluded.first_at) RETURNING id
  ), hour AS (
    INSERT INTO activity_counts AS known (hour, kind, count)
    VALUES (date_trunc('hour', $6::timestamptz, 'UTC'), CASE $4 WHEN '' THEN 'exchange-granted' ELSE 'exchange-refused' END, $5)
    ON CONFLICT (hour, kind) DO UPDATE SET count = known.count + excluded.count
  )
  INSERT INTO exchange_days AS known (day, delegation_id, reason, count, scopes, first_at, last_at)
  SELECT ($6::timestamptz AT TIME ZONE 'UTC')::date, id, $4, $5, '{}', $6, $6 FROM delegation
  ON CONFLICT (day, delegation_id, reason) DO UPDATE SET count = known.count + excluded.count`;

/** Adds sums without rows. */
export async function addSums({ pool }: Pick<Database, 'pool'>, sums: readonly ExchangeSum[]): Promise<void> {
  for (const { at, count, applicationId, subjectApplicationId = '', apiResourceId = '', reason = '' } of sums)
    await pool.query(addSum, [applicationId, subjectApplicationId, apiResourceId, reason, count, at]);
}

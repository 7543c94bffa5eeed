import type { Fixture } from '../fixture.ts';

/** A row of the ledger with the parts of its delegation. */
export interface LedgerRow {
  [column: string]: unknown;
  id: string;
  at: Date;
  granted: string | null;
  reason: string | null;
}

/** Writes what both processes have not written yet. */
export async function writeLedger({ endpoint }: Pick<Fixture, 'endpoint'>): Promise<void> {
  for (const { services } of [endpoint.app, endpoint.other]) await services.tokens.ledger.write();
}

/** The rows of the ledger in the order of their insertion, without empty columns. */
export async function ledgerRows({ endpoint }: Pick<Fixture, 'endpoint'>): Promise<Partial<LedgerRow>[]> {
  await writeLedger({ endpoint });
  const { rows } = await endpoint.app.services.database.pool.query<{ row: LedgerRow }>(
    `SELECT to_jsonb(exchanges) || to_jsonb(delegations) - 'id' - 'first_at' - 'started_at' AS row
     FROM exchanges JOIN delegations ON delegations.id = delegation_id ORDER BY sequence`,
  );
  return rows.map(({ row }) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)));
}

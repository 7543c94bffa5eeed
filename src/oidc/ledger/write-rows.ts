import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { hedged } from '../../platform/database/hedge.ts';
import { apiResourceIds, delegationIds, delegationKey } from '../../store/exchanges/delegations.ts';
import { type ExchangeRow, type Flush, insertExchanges } from '../../store/exchanges/insert-exchanges.ts';
import { makePartitions } from '../../store/exchanges/partitions.ts';
import type { NewExchange } from './exchange-row.ts';

/** Writes rows, in any order, and as often as it takes. Throws if that is impossible. */
export type WriteRows = (
  exchanges: readonly NewExchange[],
  how?: { flush?: Flush; isLate?: () => void },
) => Promise<void>;

/** Delegations that are known in memory: 4 MB. Beyond, all are looked up again. */
const maxKnown = 20_000;

export function createWriteRows({ database, clock }: { database: Database; clock: Clock }): WriteRows {
  const idsByKey = new Map<string, number>();

  /** The rows, with the ids of their delegations. Two statements for those that no process has seen. */
  const complete = async (exchanges: readonly NewExchange[]): Promise<ExchangeRow[]> => {
    const unknown = new Set(exchanges.flatMap(({ resource }) => resource ?? []));
    const resources = await apiResourceIds(database, unknown);
    const all = exchanges.map(({ row, parts, resource }) => {
      const apiResourceId = resource === undefined ? parts.apiResourceId : (resources.get(resource) ?? '');
      const whole = resource === undefined ? parts : { ...parts, apiResourceId };
      return { row, parts: whole, key: delegationKey(whole) };
    });
    const unknownOnes = () =>
      new Map(all.filter(({ key }) => !idsByKey.has(key)).map(({ key, parts }) => [key, parts]));
    if (idsByKey.size + unknownOnes().size > maxKnown) idsByKey.clear();
    const missing = [...unknownOnes().values()];
    if (missing.length) {
      for (const [key, id] of await delegationIds(database, missing, clock.now())) idsByKey.set(key, id);
    }
    return all.map(({ row, key }) => ({ ...row, delegationId: idsByKey.get(key) ?? 0 }));
  };

  return async (exchanges, { flush, isLate } = {}) => {
    const rows = await hedged(() => complete(exchanges), isLate);
    const insert = () => hedged(() => insertExchanges(database, rows, flush), isLate);
    try {
      await insert();
    } catch (error) {
      if (!isWithoutPartition(error)) throw error;
      await makePartitions(
        database,
        rows.map(({ at }) => new Date(at)),
      );
      await insert();
    }
  };
}

/** SQLSTATE check_violation, which is also that of a row without a partition. */
const isWithoutPartition = (error: unknown): boolean =>
  (error as { code?: string; constraint?: string }).code === '23514' &&
  (error as { constraint?: string }).constraint === undefined;

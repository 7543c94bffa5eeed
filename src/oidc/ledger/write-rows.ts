import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { hedged } from '../../platform/database/hedge.ts';
import {
  apiResourceIds,
  delegationKey,
  findDelegations,
  type KnownDelegation,
} from '../../store/exchanges/delegations.ts';
import type { WriterState } from '../../store/exchanges/gaps.ts';
import { type ExchangeRow, insertExchanges } from '../../store/exchanges/insert-exchanges.ts';
import { makePartitions } from '../../store/exchanges/partitions.ts';
import type { NewExchange } from './exchange-row.ts';

/** Writes rows, in any order, and as often as it takes. Throws if that is impossible. */
export type WriteRows = (
  exchanges: readonly NewExchange[],
  how?: { flush?: WriterState; isLate?: () => void },
) => Promise<void>;

/** Delegations that are known in memory: 4 MB. Beyond, all are looked up again. */
const maxKnown = 20_000;

interface Services {
  database: Database;
  clock: Clock;
  /** Called for what may be the first token over a delegation, when its row is written. */
  startDelegation(id: number, at: Date): void;
}

interface CompleteRow extends ExchangeRow {
  delegation: KnownDelegation;
}

export function createWriteRows({ database, clock, startDelegation }: Services): WriteRows {
  const byKey = new Map<string, KnownDelegation>();

  /** The rows with their delegations. Two statements for those that no process has seen. */
  const complete = async (exchanges: readonly NewExchange[]): Promise<CompleteRow[]> => {
    const unknown = new Set(exchanges.flatMap(({ resource }) => resource ?? []));
    const resources = await apiResourceIds(database, unknown);
    const all = exchanges.map(({ row, parts, resource }) => {
      const apiResourceId = resource === undefined ? parts.apiResourceId : (resources.get(resource) ?? '');
      const whole = resource === undefined ? parts : { ...parts, apiResourceId };
      const key = delegationKey(whole);
      return { row, parts: whole, key, remembered: byKey.get(key) };
    });
    const missing = new Map(all.filter(({ remembered }) => !remembered).map(({ key, parts }) => [key, parts]));
    if (byKey.size + missing.size > maxKnown) byKey.clear();
    const added = missing.size ? await findDelegations(database, [...missing.values()], clock.now()) : undefined;
    for (const [key, one] of added ?? []) byKey.set(key, one);
    return all.map(({ row, key, remembered }) => {
      const delegation = remembered ?? added?.get(key);
      if (!delegation) throw new Error('exchange ledger: a delegation was neither found nor added');
      return { ...row, delegationId: delegation.id, delegation };
    });
  };

  const startNew = (rows: readonly CompleteRow[]): void => {
    for (const { delegation, granted, at } of rows) {
      if (delegation.isStarted || granted === null) continue;
      delegation.isStarted = true;
      startDelegation(delegation.id, new Date(at));
    }
  };

  return async (exchanges, { flush, isLate } = {}) => {
    /** False if delegations that are remembered do not exist: a failover has lost them. */
    const attempt = async (): Promise<boolean> => {
      const rows = await hedged(() => complete(exchanges), isLate);
      const insert = () => hedged(() => insertExchanges(database, rows, flush), isLate);
      const isWritten = await insert().catch(async (error: unknown) => {
        if (!isWithoutPartition(error)) throw error;
        await makePartitions(
          database,
          rows.map(({ at }) => new Date(at)),
        );
        return insert();
      });
      if (isWritten) startNew(rows);
      return isWritten;
    };
    if (await attempt()) return;
    byKey.clear();
    if (!(await attempt())) throw new Error('exchange ledger: delegations disappear while they are used');
  };
}

/** SQLSTATE check_violation, which is also that of a row without a partition. */
const isWithoutPartition = (error: unknown): boolean =>
  (error as { code?: string; constraint?: string }).code === '23514' &&
  (error as { constraint?: string }).constraint === undefined;

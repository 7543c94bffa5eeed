import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { Logger } from '../platform/logger.ts';
import type { ExchangeReason } from '../vocabulary/exchanges/exchange-reasons.ts';
import { addExchangeCounts, type ExchangeCount } from '../store/exchange-counts.ts';
import type { ExchangeFacts } from './ledger/exchange-row.ts';
import { writeEachMinute, type Writer } from './each-minute.ts';
import { longestIndicator } from '../domain/oauth/resource-indicator.ts';

/** The outcome of a token request; `exchange` if it was a token exchange. */
type CountedOutcome =
  | { exchange?: undefined }
  | ({ exchange: Pick<ExchangeFacts, 'resource' | 'subject'> } & (
      | { ok: true }
      | { ok: false; reason: ExchangeReason; error: ExchangeCount['error'] }
    ));

/** Token exchanges with the same outcome since the start. */
interface ExchangeTotal {
  /** granted, or the error. */
  outcome: string;
  /** The reason of a refusal; otherwise empty. */
  reason: ExchangeReason | '';
  count: number;
}

/** Counts token exchanges in memory, and adds them to those in the database once a minute. */
export interface ExchangeCounts extends Writer {
  /** Counts the response to a client, if it is that of a token exchange. */
  count(applicationId: string, outcome: CountedOutcome): void;
  /** For the metrics. */
  readonly totals: ReadonlyMap<string, ExchangeTotal>;
}

/** Combinations that are counted between two writes; beyond, without the resource and the subject. */
const maxCombinations = 5000;

interface ExchangeCountServices {
  database: Pick<Database, 'pool'>;
  clock: Clock;
  logger: Logger;
}

function addTo(totals: Map<string, ExchangeTotal>, error: string, reason: ExchangeTotal['reason']): void {
  const total = totals.get(reason);
  if (total) total.count += 1;
  else totals.set(reason, { outcome: error || 'granted', reason, count: 1 });
}

export function openExchangeCounts({ database, clock, logger }: ExchangeCountServices): ExchangeCounts {
  let counted = new Map<string, ExchangeCount>();
  const totals = new Map<string, ExchangeTotal>();

  const add = (entry: ExchangeCount): void => {
    const key = `${entry.applicationId}\n${entry.subjectApplicationId}\n${entry.resource}\n${entry.reason}`;
    const count = counted.get(key);
    if (count) {
      count.count += entry.count;
      count.lastAt = entry.lastAt;
    } else if (counted.size < maxCombinations || entry.resource === '') {
      counted.set(key, entry);
    } else {
      add({ ...entry, resource: '', subjectApplicationId: '' });
    }
  };

  /** Writes the counts since the last write. If that fails, the next one writes them. */
  const writeOnce = async (): Promise<void> => {
    const batch = counted;
    if (!batch.size) return;
    counted = new Map();
    try {
      await addExchangeCounts(database, [...batch.values()]);
    } catch (err) {
      for (const one of batch.values()) add(one);
      logger.warn({ err }, 'token exchanges: counts not written; will retry');
    }
  };
  return {
    ...writeEachMinute(writeOnce),
    count(applicationId, outcome) {
      if (!outcome.exchange) return;
      const { exchange } = outcome;
      const { error, reason } = outcome.ok ? ({ error: '', reason: '' } as const) : outcome;
      addTo(totals, error, reason);
      const resource = exchange.resource.length > longestIndicator ? '' : exchange.resource;
      const now = clock.now();
      const subjectApplicationId = exchange.subject?.clientId ?? '';
      add({ applicationId, subjectApplicationId, resource, error, reason, count: 1, firstAt: now, lastAt: now });
    },
    totals,
  };
}

import type { ExchangeReason } from '../vocabulary/exchanges/exchange-reasons.ts';

/** The outcome of a token request; `exchange` if it was a token exchange. */
type CountedOutcome =
  | { exchange?: undefined }
  | ({ exchange: object } & ({ ok: true } | { ok: false; reason: ExchangeReason; error: string }));

/** Token exchanges with the same outcome since the start. */
interface ExchangeTotal {
  /** granted, or the error. */
  outcome: string;
  /** The reason of a refusal; otherwise empty. */
  reason: ExchangeReason | '';
  count: number;
}

/** Counts token exchanges for the metrics of this process. The ledger has all of them. */
export interface ExchangeCounts {
  /** Counts the response to a client, if it is that of a token exchange. */
  count(outcome: CountedOutcome): void;
  readonly totals: ReadonlyMap<string, ExchangeTotal>;
}

export function createExchangeCounts(): ExchangeCounts {
  const totals = new Map<string, ExchangeTotal>();
  return {
    count(outcome) {
      if (!outcome.exchange) return;
      const { error, reason } = outcome.ok ? ({ error: 'granted', reason: '' } as const) : outcome;
      const total = totals.get(reason);
      if (total) total.count += 1;
      else totals.set(reason, { outcome: error, reason, count: 1 });
    },
    totals,
  };
}

import { beginOfDays } from '../../data/exchange-use.ts';

/** Why sums of exchanges may not be all. */
export interface Completeness {
  /** Whether exchanges are not recorded now. */
  isOff: boolean;
  /** Since when they are, if that is later; null: since before, or never. */
  recordedSince: string | null;
  /** Times in which some may be missing. */
  gaps: number;
  /** Whether there are more edges than the sums have. */
  isCut: boolean;
  /** Whether something was granted for an API resource that is deleted. */
  hasDeleted: boolean;
}

interface Ledger {
  mode: string;
  retentionDays: number;
  recordedSince: string | null;
  gaps: readonly { until: string }[];
}

/**
 * The completeness of the ledger since a time. It states no time before its retention, after which sums are kept: then
 * it is unknown whether they have less. Of a record that was created later, nothing before can be missing.
 */
export function completenessOf(
  ledger: Ledger,
  earliest: string,
  createdAt = earliest,
): Pick<Completeness, 'isOff' | 'recordedSince' | 'gaps'> {
  const { mode, retentionDays, recordedSince, gaps } = ledger;
  const since = createdAt > earliest ? createdAt : earliest;
  // The first day that is kept, whole.
  const kept = beginOfDays(retentionDays + 1);
  const isLater = recordedSince !== null && recordedSince > since && Date.parse(recordedSince) > Date.parse(kept);
  return {
    isOff: mode === 'OFF',
    recordedSince: isLater ? recordedSince : null,
    gaps: gaps.filter(({ until }) => until > since).length,
  };
}

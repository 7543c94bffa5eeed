/** The metrics of token exchanges: nothing but these totals. */
export const exchangeMetrics = (
  totals: ReadonlyMap<string, { outcome: string; reason: string; count: number }> = new Map(),
) => ({
  totals,
  ledger: { counts: { written: 0, lost: 0, gaps: 0 }, delay: () => 0 },
});

/**
 * The statistic of the Mann-Whitney U test, in standard deviations: how far two samples are from those of one
 * distribution. Positive if the values of the first one are larger.
 */
export function mannWhitney(one: readonly number[], other: readonly number[]): number {
  const larger = (value: number) => other.reduce((sum, than) => sum + (value > than ? 1 : value === than ? 0.5 : 0), 0);
  const u = one.reduce((sum, value) => sum + larger(value), 0);
  const [n, m] = [one.length, other.length];
  return (u - (n * m) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12);
}

const day = 86_400_000;

/** When some days began of which today is the last (UTC): exchanges are summed up by such days. */
export const beginOfDays = (days: number): string =>
  new Date((Math.floor(Date.now() / day) - days + 1) * day).toISOString();

/** Why requests were refused, and how many. */
interface Refusals<Reason> {
  refusals: readonly { reason: Reason | null; description: string; count: number }[];
}

/** The refusals of several edges together, those with the same reason as one, the most frequent first. */
export const refusalsOf = <Reason extends string>(edges: readonly Refusals<Reason>[]): Refusals<Reason>['refusals'] =>
  [
    ...Map.groupBy(
      edges.flatMap(({ refusals }) => refusals),
      ({ reason, description }) => reason ?? description,
    ).values(),
  ]
    .flatMap(([first, ...others]) =>
      first ? [{ ...first, count: others.reduce((sum, { count }) => sum + count, first.count) }] : [],
    )
    .sort((one, other) => other.count - one.count);

import { useQuery } from 'urql';
import { graphql, type ResultOf } from '../../data/graphql.ts';

// With the id of the webhook, it is repeated after attempts.
const StatesDocument = graphql(`
  query DeliveryStates(
    $id: ID!, $failed: WebhookDeliveryFilter, $pending: WebhookDeliveryFilter, $waiting: WebhookDeliveryFilter
  ) {
    webhook(id: $id) {
      id
      FAILED: deliveries(filter: $failed) { totalCount totalCountIsExact }
      PENDING: deliveries(filter: $pending) { totalCount totalCountIsExact }
      WAITING: deliveries(filter: $waiting) { totalCount totalCountIsExact }
    }
  }
`);

/** The numbers of deliveries of a webhook that need something, by their state, of those that match a filter. */
export function useStateCounts(
  id: string,
  filter: Readonly<Record<string, unknown>> = {},
): ResultOf<typeof StatesDocument>['webhook'] {
  const [{ data }] = useQuery({
    query: StatesDocument,
    variables: {
      id,
      failed: { ...filter, status: 'FAILED' },
      pending: { ...filter, status: 'PENDING' },
      waiting: { ...filter, status: 'WAITING' },
    },
  });
  return data?.webhook ?? null;
}

type Counts = ReturnType<typeof useStateCounts>;

/** All of them together: a counting that stops makes the total a least one. */
export function totalOf(counts: Counts): { totalCount: number; totalCountIsExact: boolean } | null {
  if (!counts) return null;
  const all = [counts.FAILED, counts.PENDING, counts.WAITING];
  return {
    totalCount: all.reduce((sum, one) => sum + (one?.totalCount ?? 0), 0),
    totalCountIsExact: all.every((one) => one?.totalCountIsExact !== false),
  };
}

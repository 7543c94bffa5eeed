import { useMemo } from 'react';
import { useQuery } from 'urql';
import { beginOfDays } from '../../data/exchange-use.ts';
import { mostEdges } from '../../../vocabulary/exchanges/exchange-limits.ts';
import { graphql } from '../../data/graphql.ts';
import { useMay } from '../../data/viewer.ts';
import { type Completeness, completenessOf } from './completeness.ts';
import type { Used } from './used.ts';

const UsedDocument = graphql(`
  query UsedExchanges($id: ID!, $since: DateTime!) {
    application(id: $id) {
      id createdAt
      exchangeUse(since: $since, groupBy: PATH) {
        granted scopes subjectResource apiResourceId
        apiResource { id displayName indicator }
      }
    }
    exchangeLedger { mode retentionDays recordedSince gaps { until } }
  }
`);

/** Days of use that are compared with rules. */
const usedDays = 30;

/** The exchanges that an application was granted in 30 days, and the reasons why these may not be all. */
export interface RecentUse extends Completeness {
  used: readonly Used[];
  isNeverRecorded: boolean;
}

/** Undefined while it is read; null if the viewer may not read it. */
export function useUsed(applicationId: string): RecentUse | null | undefined {
  const may = useMay();
  const since = useMemo(() => beginOfDays(usedDays), []);
  const mayRead = ['exchanges:read', 'applications:read', 'resources:read'].every((permission) => may(permission));
  const pause = !mayRead || applicationId === '';
  const [{ data }] = useQuery({ query: UsedDocument, variables: { id: applicationId, since }, pause });
  if (pause) return null;
  const uses = data?.application?.exchangeUse;
  const ledger = data?.exchangeLedger;
  if (!uses || !ledger) return undefined;
  return {
    used: uses,
    isNeverRecorded: ledger.recordedSince === null,
    ...completenessOf(ledger, since, data.application?.createdAt),
    isCut: uses.length >= mostEdges,
    hasDeleted: uses.some(
      ({ granted, apiResource, apiResourceId }) => granted > 0 && apiResourceId !== null && !apiResource,
    ),
  };
}

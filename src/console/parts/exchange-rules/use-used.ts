import { useMemo } from 'react';
import { useQuery } from 'urql';
import { beginOfDays } from '../../data/exchange-use.ts';
import { graphql } from '../../data/graphql.ts';
import { useMay } from '../../data/viewer.ts';
import type { Used } from './used.ts';

const UsedDocument = graphql(`
  query UsedExchanges($id: ID!, $since: DateTime!) {
    application(id: $id) {
      id
      exchangeUse(since: $since, groupBy: PATH) {
        granted scopes subjectResource lastAt apiResourceId
        apiResource { id displayName indicator }
      }
    }
    exchangeLedger { mode recordedSince gaps { until } }
  }
`);

/** Days of use that are compared with rules. */
const usedDays = 30;
/** Edges that the platform sums up for an application. */
const mostEdges = 1000;

/** What an application was granted in 30 days, and why that may not be all. */
export interface RecentUse {
  used: readonly Used[];
  /** Whether exchanges are not recorded now. */
  isOff: boolean;
  /** Since when they are, if that is later; null: since before, or never. */
  recordedSince: string | null;
  isNeverRecorded: boolean;
  /** Times in which some may be missing. */
  gaps: number;
  /** Whether there are more edges than the sums have. */
  isCut: boolean;
  /** Whether something was granted for an API resource that is deleted. */
  hasDeleted: boolean;
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
    isOff: ledger.mode === 'OFF',
    recordedSince: ledger.recordedSince !== null && ledger.recordedSince > since ? ledger.recordedSince : null,
    isNeverRecorded: ledger.recordedSince === null,
    gaps: ledger.gaps.filter(({ until }) => until > since).length,
    isCut: uses.length >= mostEdges,
    hasDeleted: uses.some(
      ({ granted, apiResource, apiResourceId }) => granted > 0 && apiResourceId !== null && !apiResource,
    ),
  };
}

import { useMemo } from 'react';
import { useQuery } from 'urql';
import { graphql } from '../../data/graphql.ts';
import { useAgainWhile } from '../../data/feed/use-again.ts';
import { useMay } from '../../data/viewer.ts';

const ExchangedDocument = graphql(`
  query HasExchanged($id: ID!, $ofOne: Boolean!, $ofAll: Boolean!, $kept: DateTime!, $filter: ExchangeFilter!) {
    application(id: $id) @include(if: $ofOne) { id exchangeUse(since: $kept) { granted scopes } }
    exchangeEdges(since: $kept) @include(if: $ofAll) { edges { granted scopes } }
    exchanges(first: 20, filter: $filter) { nodes { id grantedScopes } }
  }
`);

/** Milliseconds in which an exchange may not be in the sums yet, and is read from the ledger. */
const latest = 3_600_000;

interface Options {
  /** Only exchanges of this application. */
  applicationId?: string;
  /** Earlier exchanges do not count. */
  since: string;
  isNeeded?: boolean;
}

/**
 * Whether a token with scopes was exchanged, which ends the way to the first exchange: one without scopes allows
 * nothing. Undefined until it is known, false if it may not be read. The first one is seen within seconds.
 */
export function useHasExchanged({ applicationId, since, isNeeded = true }: Options): boolean | undefined {
  const isRead = useMay()('exchanges:read') && isNeeded;
  const variables = useMemo(
    () => ({
      id: applicationId ?? '',
      ofOne: applicationId !== undefined,
      ofAll: applicationId === undefined,
      kept: since,
      filter: {
        outcome: 'GRANTED' as const,
        since: new Date(Date.now() - latest).toISOString(),
        ...(applicationId !== undefined && { applicationId }),
      },
    }),
    [applicationId, since],
  );
  const [{ data, error }, again] = useQuery({ query: ExchangedDocument, variables, pause: !isRead });
  const sums = data?.exchangeEdges?.edges ?? data?.application?.exchangeUse ?? [];
  const hasExchanged =
    sums.some(({ granted, scopes }) => granted > 0 && scopes.length > 0) ||
    (data?.exchanges?.nodes ?? []).some(({ grantedScopes }) => (grantedScopes ?? []).length > 0);
  useAgainWhile(isRead && !hasExchanged, again);
  if (!isRead || error) return false;
  return data ? hasExchanged : undefined;
}

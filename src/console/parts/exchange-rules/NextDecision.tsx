import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { graphql } from '../../data/graphql.ts';
import { OpenTargets } from './OpenTargets.tsx';

const TargetsDocument = graphql(`
  query TargetsOfRules($id: ID!) {
    application(id: $id) { id exchangePolicy { targets { apiResourceId } } }
  }
`);

/** The decision that follows when token exchange is allowed: for which API resources. */
export default function NextDecision({ input }: { input: Readonly<Record<string, unknown>> }): ReactNode {
  const id = String(input['applicationId']);
  const isAllowed = input['tokenExchangeAllowed'] === true;
  const [{ data }] = useQuery({ query: TargetsDocument, variables: { id }, pause: !isAllowed });
  const policy = data?.application?.exchangePolicy;
  return isAllowed && policy?.targets === null ? <OpenTargets applicationId={id} /> : null;
}

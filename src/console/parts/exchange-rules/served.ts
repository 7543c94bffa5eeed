import { useQuery } from 'urql';
import { graphql } from '../../data/graphql.ts';
import type { Recognizable } from '../../data/recognition.ts';
import { useMay } from '../../data/viewer.ts';

const ServedDocument = graphql(`
  query ServedResources($id: ID!) {
    application(id: $id) {
      id
      servedResources(first: 100) { nodes { id displayName indicator } pageInfo { hasNextPage } }
    }
  }
`);

/** The API resources that an application serves; null if they may not be read, or are more than 100. */
export function useServed(applicationId: string): readonly (Recognizable & { indicator: string })[] | null | undefined {
  const mayRead = useMay()('resources:read');
  const pause = !mayRead || applicationId === '';
  const [{ data, error }] = useQuery({ query: ServedDocument, variables: { id: applicationId }, pause });
  if (pause || error) return null;
  const served = data?.application?.servedResources;
  if (!served) return undefined;
  return served.pageInfo.hasNextPage ? null : served.nodes;
}

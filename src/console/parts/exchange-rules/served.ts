import { useState } from 'react';
import { useQuery } from 'urql';
import { client } from '../../data/client.ts';
import { graphql } from '../../data/graphql.ts';
import type { Recognizable } from '../../data/records/recognition.ts';
import { useOpenChange } from '../../data/use-address.ts';
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

/** Why a change of what an application serves does not begin: a part of the list must not replace the whole. */
type Obstacle = 'tooMany' | 'unread';

/** Opens the change of what an application serves, made of what it serves at that moment. */
export function useChangeServed(): {
  change: (applicationId: string, edit: (served: readonly string[]) => string[]) => Promise<void>;
  obstacle: Obstacle | null;
} {
  const openChange = useOpenChange();
  const [obstacle, setObstacle] = useState<Obstacle | null>(null);
  const change = async (applicationId: string, edit: (served: readonly string[]) => string[]): Promise<void> => {
    const context = { requestPolicy: 'network-only' as const };
    const { data } = await client.query(ServedDocument, { id: applicationId }, context).toPromise();
    const served = data?.application?.servedResources;
    setObstacle(served ? (served.pageInfo.hasNextPage ? 'tooMany' : null) : 'unread');
    if (!served || served.pageInfo.hasNextPage) return;
    openChange('setServedResources', { applicationId, apiResourceIds: edit(served.nodes.map(({ id }) => id)) });
  };
  return { change, obstacle };
}

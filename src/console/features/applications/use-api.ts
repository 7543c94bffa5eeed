import { useState } from 'react';
import { useQuery } from 'urql';
import { graphql, type ResultOf } from '../../data/graphql.ts';
import { useMay } from '../../data/viewer.ts';

const NewestDocument = graphql(`
  query NewestApis {
    apiResources(first: 2, filter: { isBuiltIn: false }, orderBy: { field: CREATED_AT, direction: DESC }) {
      nodes { id }
    }
  }
`);

const ApiDocument = graphql(`
  query TriedApi($id: ID!) {
    apiResource(id: $id) { id displayName indicator scopes(first: 100) { nodes { id name } } }
  }
`);

export type Api = NonNullable<ResultOf<typeof ApiDocument>['apiResource']>;

/** An API resource that is chosen: at first the newest one, or the one before it, if people may read them. */
export function useApi(position: 0 | 1 = 0): {
  id: string | undefined;
  api: Api | null;
  choose: (id: string | undefined) => void;
} {
  const isReadable = useMay()('resources:read');
  const [chosen, setChosen] = useState<string | null>();
  const [{ data: newest }] = useQuery({ query: NewestDocument, pause: !isReadable });
  const id = chosen === undefined ? newest?.apiResources?.nodes[position]?.id : (chosen ?? undefined);
  const [{ data }] = useQuery({
    query: ApiDocument,
    variables: { id: id ?? '' },
    pause: id === undefined || !isReadable,
  });
  return {
    id,
    api: id === undefined || data?.apiResource?.id !== id ? null : data.apiResource,
    choose: (next) => setChosen(next ?? null),
  };
}

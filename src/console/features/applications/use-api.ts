import { useState } from 'react';
import { useQuery } from 'urql';
import { graphql, type ResultOf } from '../../data/graphql.ts';
import { useAddress } from '../../data/use-address.ts';
import { useMay } from '../../data/viewer.ts';
import { useApplication } from './application.ts';

const ApisDocument = graphql(`
  query ApisOfApplication($id: ID!, $rules: Boolean!, $roles: Boolean!) {
    application(id: $id) {
      id
      exchangePolicy @include(if: $rules) { targets { apiResourceId } }
      effectiveScopes @include(if: $roles) { apiResource { id } }
      servedResources(first: 5) { nodes { id } }
    }
    apiResources(first: 7, filter: { isBuiltIn: false }) { nodes { id } }
  }
`);

const ApiDocument = graphql(`
  query TriedApi($id: ID!) {
    apiResource(id: $id) { id displayName indicator scopes(first: 100) { nodes { id name } } }
  }
`);

export type Api = NonNullable<ResultOf<typeof ApiDocument>['apiResource']>;

/** The relation of an API to the application: served by it, `next` in an exchange, or called by it as itself. */
type Relation = 'served' | 'next' | 'called';

/**
 * The API that has this relation by the records of the application, by the address, or because there is no other that
 * the application does not serve. That of one end of an exchange is not at its other end as well.
 */
function idIn(data: Answer | undefined, relation: Relation, resource: string | undefined): string | undefined {
  const application = data?.application;
  const served = application?.servedResources?.nodes.map(({ id }) => id) ?? [];
  const [first, ...others] = (data?.apiResources?.nodes ?? []).filter(({ id }) => !served.includes(id));
  const only = others.length === 0 ? first?.id : undefined;
  const ofRoles = relation === 'called' ? application?.effectiveScopes?.[0]?.apiResource?.id : undefined;
  const named = resource ?? ofRoles ?? application?.exchangePolicy?.targets?.[0]?.apiResourceId;
  const next = named ?? only;
  return relation === 'served' ? served.find((id) => id !== next) : next;
}

type Answer = ResultOf<typeof ApisDocument>;

export interface ChosenApi {
  id: string | undefined;
  api: Api | null;
  choose: (id: string | undefined) => void;
  /** Whether it has to be chosen, because nothing names it. */
  isOpen: boolean;
}

/** An API resource that is chosen: at first the one that the address names, or the one of the application. */
export function useApi(relation: Relation): ChosenApi {
  const application = useApplication();
  const { resource } = useAddress();
  const may = useMay();
  const isReadable = may('resources:read');
  const [chosen, setChosen] = useState<string | null>();
  const variables = { id: application.id, rules: may('applications:read'), roles: may('roles:read') };
  const [{ data: apis }] = useQuery({ query: ApisDocument, variables, pause: !isReadable });
  const first = idIn(apis, relation, resource);
  const id = chosen === undefined ? first : (chosen ?? undefined);
  const [{ data }] = useQuery({
    query: ApiDocument,
    variables: { id: id ?? '' },
    pause: id === undefined || !isReadable,
  });
  return {
    id,
    api: id === undefined || data?.apiResource?.id !== id ? null : data.apiResource,
    choose: (next) => setChosen(next ?? null),
    isOpen: apis !== undefined && first === undefined && chosen === undefined,
  };
}

import { useEffect, useRef } from 'react';
import { useQuery } from 'urql';
import { graphql } from '../../data/graphql.ts';
import { useAddress, useSetAddress } from '../../data/use-address.ts';
import { useMay } from '../../data/viewer.ts';

const OnlyOnesDocument = graphql(`
  query OnlyOnes($applications: Boolean!, $resources: Boolean!) {
    applications(first: 2, filter: { tokenExchangeAllowed: true }) @include(if: $applications) {
      nodes { id servedResources(first: 5) @include(if: $resources) { nodes { id } } }
    }
    apiResources(first: 7, filter: { isBuiltIn: false }) @include(if: $resources) { nodes { id } }
  }
`);

const OnlyHolderDocument = graphql(`
  query OnlyHolder($id: ID!) {
    apiResource(id: $id) { id scopes(first: 20) { nodes { id roles { id users(first: 2) { nodes { id } } } } } }
  }
`);

const onlyOf = (ids: readonly string[] = []): string | undefined => (new Set(ids).size === 1 ? ids[0] : undefined);

/**
 * Fills in what there is only one of: the application that may exchange, the API resource, but for those that this
 * application serves, and the person who has a role with a scope of it. Once, so that what a person empties stays
 * empty.
 */
export function usePrefill(): void {
  const may = useMay();
  const setAddress = useSetAddress();
  const { app, resource, user } = useAddress();
  const { current: isEmpty } = useRef({ app: !app, resource: !resource, user: !user });
  const filled = useRef(new Set<string>());
  const variables = { applications: may('applications:read'), resources: may('resources:read') };
  const [{ data: records }] = useQuery({
    query: OnlyOnesDocument,
    variables,
    pause: !(isEmpty.app && variables.applications) && !(isEmpty.resource && variables.resources),
  });
  const mayReadHolders = variables.resources && may('roles:read') && may('users:read');
  const [{ data: holders }] = useQuery({
    query: OnlyHolderDocument,
    variables: { id: resource ?? '' },
    pause: !isEmpty.user || !resource || !mayReadHolders,
  });
  const roles = holders?.apiResource?.scopes?.nodes.flatMap((scope) => scope.roles ?? []);
  const [application, ...others] = records?.applications?.nodes ?? [];
  const served = others.length > 0 ? [] : (application?.servedResources?.nodes ?? []).map(({ id }) => id);
  const only = {
    app: others.length > 0 ? undefined : application?.id,
    resource: onlyOf(records?.apiResources?.nodes.map(({ id }) => id).filter((id) => !served.includes(id))),
    user:
      holders?.apiResource?.id === resource
        ? onlyOf(roles?.flatMap((role) => role.users?.nodes ?? []).map(({ id }) => id))
        : undefined,
  };
  useEffect(() => {
    const now = { app, resource, user };
    const names = (['app', 'resource', 'user'] as const).filter(
      (name) => only[name] !== undefined && isEmpty[name] && !now[name] && !filled.current.has(name),
    );
    for (const name of names) filled.current.add(name);
    if (names.length > 0) setAddress(Object.fromEntries(names.map((name) => [name, only[name]])), true);
  }, [only.app, only.resource, only.user]);
}

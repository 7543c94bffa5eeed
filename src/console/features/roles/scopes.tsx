import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { graphql } from '../../data/graphql.ts';
import { useMay } from '../../data/viewer.ts';
import { Fault } from '../../parts/Fault.tsx';
import { LinkButton } from '../../parts/LinkButton.tsx';
import { Loading } from '../../parts/Loading.tsx';
import { useWords } from '../../words/index.ts';
import { useRole } from './role.ts';
import { ScopeMatrix } from './scope-matrix.tsx';
import type { GrantedScope, GrantingRole } from './use-scope-choice.ts';

const ScopesDocument = graphql(`
  query RoleScopes($id: ID!) { role(id: $id) { id scopes { id name apiResource { id } } } }
`);

const grantingRole = (roleId: string): GrantingRole => ({
  input: { roleId },
  add: 'addRoleScopes',
  remove: 'removeRoleScope',
  replace: 'replaceRoleScopes',
});

/** Explains an exchange for the API resource of a role, if all of its scopes are of one. */
function ExplainOne({ granted }: { granted: readonly GrantedScope[] }): ReactNode {
  const { navigation } = useWords();
  const [resource, ...others] = new Set(granted.map(({ apiResource }) => apiResource?.id));
  if (resource === undefined || others.length > 0) return null;
  return (
    <LinkButton to="/explain" search={{ resource }}>
      {navigation.explain}
    </LinkButton>
  );
}

/** The scopes that a role grants, among those of all API resources. */
export function RoleScopes(): ReactNode {
  const { id } = useRole();
  const words = useWords();
  const isPermitted = useMay()('resources:read');
  const [{ data, error }, again] = useQuery({ query: ScopesDocument, variables: { id }, pause: !isPermitted });
  if (!isPermitted) return <p className="card padded soft">{words.refused(['resources:read'])}</p>;
  if (!data?.role) return error ? <Fault error={error} again={again} /> : <Loading />;
  // A choice that is not saved belongs to one role.
  const granted = data.role.scopes ?? [];
  return <ScopeMatrix key={id} role={grantingRole(id)} granted={granted} action={<ExplainOne granted={granted} />} />;
}

import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { graphql } from '../../data/graphql.ts';
import { useMay } from '../../data/viewer.ts';
import { changesOf } from '../../parts/ChangeButton.tsx';
import { Fault } from '../../parts/Fault.tsx';
import { Loading } from '../../parts/Loading.tsx';
import { Section } from '../../parts/record/Section.tsx';
import { useWords } from '../../words/index.ts';
import { useOrganizationRole } from './organization-role.ts';
import { ScopeMatrix } from './scope-matrix.tsx';
import type { GrantingRole } from './use-scope-choice.ts';

const ScopesDocument = graphql(`
  query OrganizationRoleScopes($id: ID!, $resources: Boolean!) {
    organizationRole(id: $id) {
      id
      organizationScopes { id name }
      scopes @include(if: $resources) { id name apiResource { id } }
    }
  }
`);

const grantingRole = (organizationRoleId: string): GrantingRole => ({
  input: { organizationRoleId },
  add: 'addOrganizationRoleApiScopes',
  remove: 'removeOrganizationRoleApiScope',
  replace: 'replaceOrganizationRoleApiScopes',
});

/** The scopes of an organization role: of organizations, and of API resources. */
export function OrganizationRoleScopes(): ReactNode {
  const { id } = useOrganizationRole();
  const words = useWords();
  const variables = { id, resources: useMay()('resources:read') };
  const [{ data, error }, again] = useQuery({ query: ScopesDocument, variables });
  const button = changesOf({ organizationRoleId: id });
  if (!data?.organizationRole) return error ? <Fault error={error} again={again} /> : <Loading />;
  const { scopes, organizationScopes } = data.organizationRole;
  return (
    <div className="stack">
      <Section
        title={words.navigation.organizationScopes}
        action={button(words.roles.addScopes, 'addOrganizationRoleScopes')}
        empty={organizationScopes?.length === 0 && words.roles.noScopes}
        isMany
      >
        {organizationScopes?.map((scope) => (
          <li key={scope.id} className="row">
            <code className="grow">{scope.name}</code>
            {button(words.common.remove, 'removeOrganizationRoleScope', { organizationScopeId: scope.id })}
          </li>
        ))}
      </Section>
      {variables.resources ? (
        // A choice that is not saved belongs to one role.
        <ScopeMatrix key={id} role={grantingRole(id)} granted={scopes ?? []} />
      ) : (
        <Section title={words.roles.scopes} empty={words.refused(['resources:read'])} />
      )}
    </div>
  );
}

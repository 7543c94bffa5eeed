import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { graphql } from '../../data/graphql.ts';
import { useMay } from '../../data/viewer.ts';
import { changesOf } from '../../parts/ChangeButton.tsx';
import { Fault } from '../../parts/Fault.tsx';
import { Loading } from '../../parts/Loading.tsx';
import { Section } from '../../parts/Section.tsx';
import { useWords } from '../../words/index.ts';
import { useOrganizationRole } from './organization-role.ts';

const ScopesDocument = graphql(`
  query OrganizationRoleScopes($id: ID!, $resources: Boolean!) {
    organizationRole(id: $id) {
      id
      organizationScopes { id name }
      scopes @include(if: $resources) { id name apiResource { id displayName } }
    }
  }
`);

/** The scopes of an organization role: of API resources, and of organizations. */
export function OrganizationRoleScopes(): ReactNode {
  const { id } = useOrganizationRole();
  const words = useWords();
  const variables = { id, resources: useMay()('resources:read') };
  const [{ data, error }, again] = useQuery({ query: ScopesDocument, variables });
  const button = changesOf({ organizationRoleId: id });
  if (!data?.organizationRole) return error ? <Fault error={error} again={again} /> : <Loading />;
  const { scopes, organizationScopes } = data.organizationRole;
  return (
    <div className="columns">
      <Section
        title={words.roles.scopes}
        action={button(words.roles.addScopes, 'addOrganizationRoleApiScopes')}
        empty={variables.resources ? scopes?.length === 0 && words.roles.noScopes : words.refused(['resources:read'])}
      >
        {scopes?.map((scope) => (
          <li key={scope.id} className="row">
            <span className="grow">
              <code>{scope.name}</code> <span className="soft">{scope.apiResource?.displayName}</span>
            </span>
            {button(words.applications.remove, 'removeOrganizationRoleApiScope', { scopeId: scope.id })}
          </li>
        ))}
      </Section>
      <Section
        title={words.navigation.organizationScopes}
        action={button(words.roles.addScopes, 'addOrganizationRoleScopes')}
        empty={organizationScopes?.length === 0 && words.roles.noScopes}
      >
        {organizationScopes?.map((scope) => (
          <li key={scope.id} className="row">
            <code className="grow">{scope.name}</code>
            {button(words.applications.remove, 'removeOrganizationRoleScope', { organizationScopeId: scope.id })}
          </li>
        ))}
      </Section>
    </div>
  );
}

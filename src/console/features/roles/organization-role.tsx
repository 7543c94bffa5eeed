import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { graphql } from '../../data/graphql.ts';
import { useRecordId } from '../../data/use-record-id.ts';
import { useMay } from '../../data/viewer.ts';
import { RecordFrame } from '../../parts/RecordFrame.tsx';
import { RecordHeader } from '../../parts/RecordHeader.tsx';
import { Section } from '../../parts/Section.tsx';
import { changesOf } from '../../parts/ChangeButton.tsx';
import { useWords } from '../../words/index.ts';

const OrganizationRoleDocument = graphql(`
  query OrganizationRole($id: ID!, $resources: Boolean!) {
    organizationRole(id: $id) {
      id displayName version description
      organizationScopes { id name }
      scopes @include(if: $resources) { id name apiResource { id displayName } }
    }
  }
`);

/** A role that members hold in single organizations: its scopes of APIs, and of organizations. */
export function OrganizationRole(): ReactNode {
  const words = useWords();
  const may = useMay();
  const id = useRecordId();
  const variables = { id, resources: may('resources:read') };
  const [{ data, error, fetching }, again] = useQuery({ query: OrganizationRoleDocument, variables });
  const input = { organizationRoleId: id };
  const button = changesOf(input);
  return (
    <RecordFrame record={data?.organizationRole} error={error} isLoading={fetching} again={again}>
      {(role) => (
        <article className="stack">
          <RecordHeader
            name={role.displayName}
            id={id}
            version={role.version}
            actions={[
              { title: words.users.edit, operation: 'updateOrganizationRole', input },
              { title: words.users.delete, operation: 'deleteOrganizationRole', input, isDangerous: true },
            ]}
          />
          <div className="columns">
            <Section
              title={words.roles.scopes}
              action={button(words.roles.addScopes, 'addOrganizationRoleApiScopes')}
              empty={role.scopes?.length === 0 && words.roles.noScopes}
            >
              {role.scopes?.map((scope) => (
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
              empty={role.organizationScopes?.length === 0 && words.roles.noScopes}
            >
              {role.organizationScopes?.map((scope) => (
                <li key={scope.id} className="row">
                  <code className="grow">{scope.name}</code>
                  {button(words.applications.remove, 'removeOrganizationRoleScope', { organizationScopeId: scope.id })}
                </li>
              ))}
            </Section>
          </div>
        </article>
      )}
    </RecordFrame>
  );
}

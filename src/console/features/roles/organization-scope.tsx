import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { graphql } from '../../data/graphql.ts';
import { useRecordId } from '../../data/use-record-id.ts';
import { Facts } from '../../parts/Facts.tsx';
import { When, Who } from '../../parts/marks.tsx';
import { RecordFrame } from '../../parts/RecordFrame.tsx';
import { RecordHeader } from '../../parts/RecordHeader.tsx';
import { Section } from '../../parts/Section.tsx';
import { useWords } from '../../words/index.ts';

const OrganizationScopeDocument = graphql(`
  query OrganizationScope($id: ID!) {
    organizationScope(id: $id) {
      id displayName version description createdAt updatedAt
      organizationRoles { id displayName }
    }
  }
`);

/** A scope of organizations, and the organization roles that grant it. */
export function OrganizationScope(): ReactNode {
  const words = useWords();
  const id = useRecordId();
  const [{ data, error, fetching }, again] = useQuery({ query: OrganizationScopeDocument, variables: { id } });
  const input = { organizationScopeId: id };
  return (
    <RecordFrame record={data?.organizationScope} error={error} isLoading={fetching} again={again}>
      {(scope) => (
        <article className="stack">
          <RecordHeader
            name={scope.displayName}
            id={id}
            version={scope.version}
            actions={[
              { title: words.users.edit, operation: 'updateOrganizationScope', input },
              { title: words.users.delete, operation: 'deleteOrganizationScope', input, isDangerous: true },
            ]}
          />
          <div className="card padded">
            <Facts
              facts={[
                [words.applications.description, scope.description || words.record.nothing],
                [words.record.created, <When key="created" at={scope.createdAt} />],
                [words.record.updated, <When key="updated" at={scope.updatedAt} />],
              ]}
            />
          </div>
          <Section
            title={words.navigation.organizationRoles}
            empty={scope.organizationRoles?.length === 0 && words.organizationScopes.noRoles}
          >
            {scope.organizationRoles?.map((role) => (
              <li key={role.id}>
                <Who id={role.id} label={role.displayName} />
              </li>
            ))}
          </Section>
        </article>
      )}
    </RecordFrame>
  );
}

import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { graphql } from '../../data/graphql.ts';
import { useMay } from '../../data/viewer.ts';
import { changesOf } from '../../parts/ChangeButton.tsx';
import { Fault } from '../../parts/Fault.tsx';
import { Loading } from '../../parts/Loading.tsx';
import { Membership } from '../../parts/Membership.tsx';
import { RecordSection } from '../../parts/record/Records.tsx';
import { useWords } from '../../words/index.ts';
import { useOrganization } from './organization.ts';

const MachinesDocument = graphql(`
  query OrganizationMachines($id: ID!, $applications: Boolean!, $roles: Boolean!, $after: String, $search: String) {
    record: organization(id: $id) {
      id
      page: applications(first: 50, after: $after, search: $search) {
        nodes {
          id joinedAt
          application @include(if: $applications) { id displayName }
          roles @include(if: $roles) { id displayName }
        }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
`);

/** The applications that act in an organization, with their roles there. */
export function OrganizationApplications(): ReactNode {
  const { id } = useOrganization();
  const words = useWords();
  const { organizations: texts } = words;
  const may = useMay();
  const input = { organizationId: id };
  const variables = { id, applications: may('applications:read', input), roles: may('organization-roles:read', input) };
  const [{ data, error }, again] = useQuery({ query: MachinesDocument, variables });
  if (!data?.record) return error ? <Fault error={error} again={again} /> : <Loading />;
  return (
    <RecordSection
      title={words.navigation.applications}
      action={changesOf(input)(texts.addApplications, 'addOrganizationApplications')}
      empty={texts.noApplications}
      hidden={variables.applications ? undefined : words.refused(['applications:read'])}
      first={data.record.page}
      document={MachinesDocument}
      variables={variables}
    >
      {({ id: membershipId, application, ...membership }) =>
        application ? (
          <Membership
            key={membershipId}
            {...membership}
            record={application}
            input={{ ...input, applicationId: application.id }}
          />
        ) : null
      }
    </RecordSection>
  );
}

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

const MembersDocument = graphql(`
  query OrganizationMembers($id: ID!, $users: Boolean!, $roles: Boolean!, $after: String, $search: String) {
    record: organization(id: $id) {
      id
      page: members(first: 50, after: $after, search: $search) {
        nodes {
          id joinedAt user @include(if: $users) { id displayName } roles @include(if: $roles) { id displayName }
        }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
`);

/** The members of an organization, with their roles there. */
export function OrganizationMembers(): ReactNode {
  const { id } = useOrganization();
  const words = useWords();
  const { organizations: texts } = words;
  const may = useMay();
  const input = { organizationId: id };
  const variables = { id, users: may('users:read', input), roles: may('organization-roles:read', input) };
  const [{ data, error }, again] = useQuery({ query: MembersDocument, variables });
  if (!data?.record) return error ? <Fault error={error} again={again} /> : <Loading />;
  return (
    <RecordSection
      title={texts.members}
      action={changesOf(input)(texts.addMembers, 'addOrganizationMembers')}
      empty={texts.noMembers}
      hidden={variables.users ? undefined : words.refused(['users:read'])}
      first={data.record.page}
      document={MembersDocument}
      variables={variables}
    >
      {({ id: membershipId, user, ...membership }) =>
        user ? (
          <Membership key={membershipId} {...membership} record={user} input={{ ...input, userId: user.id }} />
        ) : null
      }
    </RecordSection>
  );
}

import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { changesHolders } from '../../data/event-facts.ts';
import { graphql } from '../../data/graphql.ts';
import { useAgainAfterEvents } from '../../data/use-again-after-events.ts';
import { useMay } from '../../data/viewer.ts';
import { ChangeButton } from '../../parts/ChangeButton.tsx';
import { RecordSection } from '../../parts/record/Records.tsx';
import type { Named } from '../../parts/Sources.tsx';
import { useWords } from '../../words/index.ts';

const MembersDocument = graphql(`
  query RoleMembers($id: ID!, $after: String, $search: String) {
    page: organizationMembers(first: 50, after: $after, search: $search, filter: { organizationRoleId: $id }) {
      nodes { id user { id displayName } organization { id displayName } }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

const MachinesDocument = graphql(`
  query RoleMachines($id: ID!, $after: String, $search: String) {
    page: organizationApplications(first: 50, after: $after, search: $search, filter: { organizationRoleId: $id }) {
      nodes { id application { id displayName } organization { id displayName } }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

/** The permissions that are missing to read holders of one kind in all organizations. */
function useMissing(permission: string): readonly string[] {
  const may = useMay();
  return ['organizations:read', permission].filter((name) => !may(name));
}

/** The members who hold an organization role, each in an organization. */
export function MembersWith({ id }: { id: string }): ReactNode {
  const words = useWords();
  const missing = useMissing('users:read');
  const [{ data }, again] = useQuery({ query: MembersDocument, variables: { id }, pause: missing.length > 0 });
  useAgainAfterEvents(again, changesHolders);
  return (
    <RecordSection
      title={words.administrators.members}
      action={
        <ChangeButton operation="setOrganizationMember" input={{ organizationRoleIds: [id] }}>
          {words.roles.give}…
        </ChangeButton>
      }
      empty={words.roles.noHolders}
      hidden={missing.length > 0 ? words.refused(missing) : undefined}
      first={data?.page}
      document={MembersDocument}
      variables={{ id }}
    >
      {({ id: membershipId, user, organization }) => (
        <Holder key={membershipId} path="/users/" holder={user} organization={organization} />
      )}
    </RecordSection>
  );
}

/** The applications that hold an organization role, each in an organization. */
export function MachinesWith({ id }: { id: string }): ReactNode {
  const words = useWords();
  const missing = useMissing('applications:read');
  const [{ data }, again] = useQuery({ query: MachinesDocument, variables: { id }, pause: missing.length > 0 });
  useAgainAfterEvents(again, changesHolders);
  return (
    <RecordSection
      title={words.administrators.machines}
      action={
        <ChangeButton operation="setOrganizationApplicationRoles" input={{ organizationRoleIds: [id] }}>
          {words.roles.give}…
        </ChangeButton>
      }
      empty={words.roles.noMachines}
      hidden={missing.length > 0 ? words.refused(missing) : undefined}
      first={data?.page}
      document={MachinesDocument}
      variables={{ id }}
    >
      {({ id: membershipId, application, organization }) => (
        <Holder key={membershipId} path="/applications/" holder={application} organization={organization} />
      )}
    </RecordSection>
  );
}

const Holder = ({
  path,
  holder,
  organization,
}: {
  path: string;
  holder: Named | null;
  organization: Named | null;
}): ReactNode => (
  <li>
    {holder ? <Link to={path + holder.id}>{holder.displayName}</Link> : null}
    {' @ '}
    {organization ? <Link to={`/organizations/${organization.id}`}>{organization.displayName}</Link> : null}
  </li>
);

import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { changesHolders } from '../../data/event-facts.ts';
import { graphql, type ResultOf } from '../../data/graphql.ts';
import { useAgainAfterEvents } from '../../data/feed/use-again.ts';
import { useMay } from '../../data/viewer.ts';
import { ChangeButton } from '../../parts/ChangeButton.tsx';
import { IdentityLink } from '../../parts/identity/Identity.tsx';
import { LinkButton } from '../../parts/LinkButton.tsx';
import { RecordSection } from '../../parts/record/Records.tsx';
import { useWords } from '../../words/index.ts';
import { useHolderTexts } from './use-holder-texts.ts';

const Users = graphql(`
  fragment Users on UserConnection { nodes { id displayName email username phone } pageInfo { hasNextPage endCursor } }
`);

const Applications = graphql(`
  fragment Applications on ApplicationConnection { nodes { id displayName } pageInfo { hasNextPage endCursor } }
`);

/** The first holders of a role; a document spreads it with the variables `$users` and `$applications`. */
const HoldersFragment = graphql(
  `
  fragment Holders on Role {
    id
    users(first: 50) @include(if: $users) { ...Users }
    applications(first: 50) @include(if: $applications) { ...Applications }
  }
`,
  [Users, Applications],
);

const UsersDocument = graphql(
  `
  query RoleUsers($id: ID!, $after: String, $search: String) {
    record: role(id: $id) { id page: users(first: 50, after: $after, search: $search) { ...Users } }
  }
`,
  [Users],
);

const ApplicationsDocument = graphql(
  `
  query RoleApplications($id: ID!, $after: String, $search: String) {
    record: role(id: $id) { id page: applications(first: 50, after: $after, search: $search) { ...Applications } }
  }
`,
  [Applications],
);

type Holders = ResultOf<typeof HoldersFragment>;

/** Users who hold a role. */
function UsersOf({ role: { id, users } }: { role: Holders }): ReactNode {
  const words = useWords();
  const { roles: texts } = words;
  const holderTexts = useHolderTexts();
  return (
    <RecordSection
      title={texts.holders}
      action={
        <>
          {users?.nodes.length ? (
            <LinkButton to="/users" search={{ where: { roleId: id } }}>
              {holderTexts.all}
            </LinkButton>
          ) : null}
          <ChangeButton operation="assignUserRoles" input={{ roleIds: [id] }}>
            {holderTexts.toUser}…
          </ChangeButton>
        </>
      }
      empty={holderTexts.noUser}
      hidden={users ? undefined : words.refused(['users:read'])}
      first={users}
      document={UsersDocument}
      variables={{ id }}
    >
      {(user) => (
        <li key={user.id} className="row">
          <span className="grow">
            <IdentityLink record={user} />
          </span>
          <ChangeButton
            operation="removeUserRole"
            input={{ userId: user.id, roleId: id }}
            variant="subtle"
            of={user.displayName}
          >
            {texts.take}…
          </ChangeButton>
        </li>
      )}
    </RecordSection>
  );
}

/** Applications that hold a role as machines. */
function ApplicationsOf({ role: { id, applications } }: { role: Holders }): ReactNode {
  const words = useWords();
  const { roles: texts } = words;
  const holderTexts = useHolderTexts();
  return (
    <RecordSection
      title={words.navigation.applications}
      action={
        <ChangeButton operation="assignApplicationRoles" input={{ roleIds: [id] }}>
          {holderTexts.toApplication}…
        </ChangeButton>
      }
      empty={holderTexts.noApplication}
      hidden={applications ? undefined : words.refused(['applications:read'])}
      first={applications}
      document={ApplicationsDocument}
      variables={{ id }}
    >
      {(application) => (
        <li key={application.id} className="row">
          <span className="grow">
            <IdentityLink record={application} />
          </span>
          <ChangeButton
            operation="removeApplicationRole"
            input={{ applicationId: application.id, roleId: id }}
            variant="subtle"
          >
            {texts.take}…
          </ChangeButton>
        </li>
      )}
    </RecordSection>
  );
}

const HoldersDocument = graphql(
  `
  query Holders($id: ID!, $users: Boolean!, $applications: Boolean!) { role(id: $id) { ...Holders } }
`,
  [HoldersFragment],
);

/** The holders of a role in two sections: users, and applications as machines. */
export function HoldersOf({ id }: { id: string }): ReactNode {
  const may = useMay();
  const variables = { id, users: may('users:read'), applications: may('applications:read') };
  const [{ data }, again] = useQuery({ query: HoldersDocument, variables });
  useAgainAfterEvents(again, changesHolders);
  if (!data?.role) return null;
  return (
    <div className="columns">
      <UsersOf role={data.role} />
      <ApplicationsOf role={data.role} />
    </div>
  );
}

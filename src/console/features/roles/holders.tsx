import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { graphql, type ResultOf } from '../../data/graphql.ts';
import { ChangeButton } from '../../parts/ChangeButton.tsx';
import { LinkButton } from '../../parts/LinkButton.tsx';
import { RecordSection } from '../../parts/Records.tsx';
import { useWords } from '../../words/index.ts';

const Users = graphql(`
  fragment Users on UserConnection { nodes { id displayName } pageInfo { hasNextPage endCursor } }
`);

const Applications = graphql(`
  fragment Applications on ApplicationConnection { nodes { id displayName } pageInfo { hasNextPage endCursor } }
`);

/** The first holders of a role; a document spreads it with the variables `$users` and `$applications`. */
export const HoldersFragment = graphql(
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
export function UsersOf({ role: { id, users } }: { role: Holders }): ReactNode {
  const words = useWords();
  const { roles: texts } = words;
  return (
    <RecordSection
      title={texts.holders}
      action={
        <>
          {users?.nodes.length ? (
            <LinkButton to="/users" search={{ where: { roleId: id } }}>
              {texts.allHolders}
            </LinkButton>
          ) : null}
          <ChangeButton operation="assignUserRoles" input={{ roleIds: [id] }}>
            {texts.give}…
          </ChangeButton>
        </>
      }
      empty={texts.noHolders}
      hidden={users ? undefined : words.refused(['users:read'])}
      first={users}
      document={UsersDocument}
      variables={{ id }}
    >
      {(user) => (
        <li key={user.id} className="row">
          <Link className="grow" to={`/users/${user.id}`}>
            {user.displayName}
          </Link>
          <ChangeButton operation="removeUserRole" input={{ userId: user.id, roleId: id }} variant="subtle">
            {texts.take}…
          </ChangeButton>
        </li>
      )}
    </RecordSection>
  );
}

/** Applications that hold a role as machines. */
export function ApplicationsOf({ role: { id, applications } }: { role: Holders }): ReactNode {
  const words = useWords();
  const { roles: texts } = words;
  return (
    <RecordSection
      title={words.applications.title}
      action={
        <ChangeButton operation="assignApplicationRoles" input={{ roleIds: [id] }}>
          {texts.give}…
        </ChangeButton>
      }
      empty={texts.noMachines}
      hidden={applications ? undefined : words.refused(['applications:read'])}
      first={applications}
      document={ApplicationsDocument}
      variables={{ id }}
    >
      {(application) => (
        <li key={application.id} className="row">
          <Link className="grow" to={`/applications/${application.id}`}>
            {application.displayName}
          </Link>
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

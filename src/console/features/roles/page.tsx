import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { graphql, type ResultOf } from '../../data/graphql.ts';
import { useRecordId } from '../../data/use-record-id.ts';
import { useMay } from '../../data/viewer.ts';
import { RecordFrame } from '../../parts/RecordFrame.tsx';
import { RecordHeader } from '../../parts/RecordHeader.tsx';
import { LinkButton } from '../../parts/LinkButton.tsx';
import { RecordSection } from '../../parts/Records.tsx';
import { Section } from '../../parts/Section.tsx';
import { ChangeButton } from '../../parts/ChangeButton.tsx';
import { useWords } from '../../words/index.ts';

const Users = graphql(`
  fragment Users on UserConnection { nodes { id displayName } pageInfo { hasNextPage endCursor } }
`);

const Applications = graphql(`
  fragment Applications on ApplicationConnection { nodes { id displayName } pageInfo { hasNextPage endCursor } }
`);

const RoleDocument = graphql(
  `
  query Role($id: ID!, $resources: Boolean!, $users: Boolean!, $applications: Boolean!) {
    role(id: $id) {
      id displayName version description isDefault
      scopes @include(if: $resources) { id name apiResource { id displayName } }
      users(first: 50) @include(if: $users) { ...Users }
      applications(first: 50) @include(if: $applications) { ...Applications }
    }
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

/** A role: its scopes, and who holds it. */
export function Role(): ReactNode {
  const words = useWords();
  const may = useMay();
  const id = useRecordId();
  const variables = {
    id,
    resources: may('resources:read'),
    users: may('users:read'),
    applications: may('applications:read'),
  };
  const [{ data, error, fetching }, again] = useQuery({ query: RoleDocument, variables });
  const input = { roleId: id };
  return (
    <RecordFrame record={data?.role} error={error} isLoading={fetching} again={again}>
      {(role) => (
        <article className="stack">
          <RecordHeader
            name={role.displayName}
            id={id}
            version={role.version}
            state={role.isDefault ? <span className="chip">{words.roles.default}</span> : null}
            actions={[
              { title: words.users.edit, operation: 'updateRole', input },
              { title: words.users.delete, operation: 'deleteRole', input, isDangerous: true },
            ]}
          />
          <p className="soft" style={{ margin: 0 }}>
            {role.description}
          </p>
          <div className="columns">
            <Scopes role={role} />
            <Holders role={role} />
            <Machines role={role} />
          </div>
        </article>
      )}
    </RecordFrame>
  );
}

type RoleRecord = NonNullable<ResultOf<typeof RoleDocument>['role']>;

function Scopes({ role }: { role: RoleRecord }): ReactNode {
  const words = useWords();
  const add = (
    <ChangeButton operation="addRoleScopes" input={{ roleId: role.id }}>
      {words.roles.addScopes}
    </ChangeButton>
  );
  return (
    <Section title={words.roles.scopes} action={add} empty={role.scopes?.length === 0 && words.roles.noScopes}>
      {role.scopes?.map((scope) => (
        <li key={scope.id} className="row">
          <span className="grow">
            <code>{scope.name}</code> <span className="soft">{scope.apiResource?.displayName}</span>
          </span>
          <ChangeButton operation="removeRoleScope" input={{ roleId: role.id, scopeId: scope.id }} variant="subtle">
            {words.applications.remove}…
          </ChangeButton>
        </li>
      ))}
    </Section>
  );
}

/** Users who hold the role. */
function Holders({ role: { id, users } }: { role: RoleRecord }): ReactNode {
  const words = useWords();
  return (
    <RecordSection
      title={words.roles.holders}
      action={
        users?.nodes.length ? (
          <LinkButton to="/users" search={{ where: { roleId: id } }}>
            {words.roles.allHolders}
          </LinkButton>
        ) : null
      }
      empty={words.roles.noHolders}
      hidden={users ? undefined : words.refused(['users:read'])}
      isMany
      first={users}
      document={UsersDocument}
      variables={{ id }}
    >
      {(user) => (
        <li key={user.id}>
          <Link to={`/users/${user.id}`}>{user.displayName}</Link>
        </li>
      )}
    </RecordSection>
  );
}

/** Applications that hold the role as machines. */
function Machines({ role: { id, applications } }: { role: RoleRecord }): ReactNode {
  const words = useWords();
  return (
    <RecordSection
      title={words.applications.title}
      empty={words.roles.noMachines}
      hidden={applications ? undefined : words.refused(['applications:read'])}
      isMany
      first={applications}
      document={ApplicationsDocument}
      variables={{ id }}
    >
      {(application) => (
        <li key={application.id}>
          <Link to={`/applications/${application.id}`}>{application.displayName}</Link>
        </li>
      )}
    </RecordSection>
  );
}

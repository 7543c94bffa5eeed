import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import type { FeedEvent } from '../../data/feed.ts';
import { graphql } from '../../data/graphql.ts';
import { useAgainAfterEvents } from '../../data/use-again-after-events.ts';
import { useMay } from '../../data/viewer.ts';
import { ChangeButton } from '../../parts/ChangeButton.tsx';
import { Fault } from '../../parts/Fault.tsx';
import { Loading } from '../../parts/Loading.tsx';
import { RecordSection } from '../../parts/Records.tsx';
import { useWords } from '../../words/index.ts';
import { ApplicationsOf, HoldersFragment, UsersOf } from './holders.tsx';
import { type Granting, grantingRoles } from './granting-roles.ts';

const PermissionsDocument = graphql(`
  query PermissionRoles($organizationRoles: Boolean!) {
    apiResources(first: 1, filter: { isBuiltIn: true }) {
      nodes {
        id
        scopes(first: 100) {
          nodes {
            id name
            roles { id displayName }
            organizationRoles @include(if: $organizationRoles) { id displayName }
          }
        }
      }
    }
  }
`);

/** Changes who holds permissions. */
const isConcerned = ({ typeName }: FeedEvent): boolean => /Role|Scope|Member|\.Deleted$/.test(typeName);

/** Who may do what here: the roles that grant permissions of the Management API, with those who hold them. */
export function Administrators(): ReactNode {
  const words = useWords();
  const { administrators: texts } = words;
  const organizationRoles = useMay()('organization-roles:read');
  const [{ data, error }, again] = useQuery({ query: PermissionsDocument, variables: { organizationRoles } });
  useAgainAfterEvents(again, isConcerned);
  if (!data?.apiResources) return error ? <Fault error={error} again={again} /> : <Loading />;
  const scopes = data.apiResources.nodes.flatMap((resource) => resource.scopes?.nodes ?? []);
  const roles = grantingRoles(scopes, 'roles');
  const managing = roles.filter(({ permissions }) => permissions.includes('users:write'));
  return (
    <article className="stack">
      <header className="stack tight">
        <h1>{words.navigation.administrators}</h1>
        <p className="soft">{texts.text}</p>
      </header>
      <OnlyOne roles={managing} />
      {roles.map((role) => (
        <RoleHolders key={role.id} role={role} />
      ))}
      {grantingRoles(scopes, 'organizationRoles').map((role) => (
        <OrganizationRoleHolders key={role.id} role={role} />
      ))}
    </article>
  );
}

const ManagersDocument = graphql(`
  query Managers($conditions: [UserConditions!]!) {
    users(first: 2, filter: { anyOf: $conditions }) { nodes { id displayName } }
  }
`);

/** As many conditions as the platform takes. */
const mostRoles = 10;

/** Warns while only one person can give roles: if they cannot sign in, no one else can help. */
function OnlyOne({ roles }: { roles: readonly Granting[] }): ReactNode {
  const { administrators: texts, roles: words } = useWords();
  const may = useMay();
  const [first] = roles;
  const conditions = roles.slice(0, mostRoles).map(({ id: roleId }) => ({ roleId }));
  const [{ data }, again] = useQuery({
    query: ManagersDocument,
    variables: { conditions },
    pause: conditions.length === 0 || !may('users:read'),
  });
  useAgainAfterEvents(again, isConcerned);
  const [person, ...others] = data?.users?.nodes ?? [];
  if (!person || !first || others.length > 0) return null;
  return (
    <p className="notice row" data-kind="warn">
      <span className="grow">{texts.onlyOne(person.displayName)}</span>
      <ChangeButton operation="assignUserRoles" input={{ roleIds: [first.id] }}>
        {words.give}…
      </ChangeButton>
    </p>
  );
}

const HoldersDocument = graphql(
  `
  query Holders($id: ID!, $users: Boolean!, $applications: Boolean!) { role(id: $id) { ...Holders } }
`,
  [HoldersFragment],
);

function RoleHolders({ role }: { role: Granting }): ReactNode {
  const may = useMay();
  const variables = { id: role.id, users: may('users:read'), applications: may('applications:read') };
  const [{ data }, again] = useQuery({ query: HoldersDocument, variables });
  useAgainAfterEvents(again, isConcerned);
  return (
    <section className="stack tight">
      <Heading role={role} path={`/roles/${role.id}`} />
      {data?.role ? (
        <div className="columns">
          <UsersOf role={data.role} />
          <ApplicationsOf role={data.role} />
        </div>
      ) : null}
    </section>
  );
}

/** A role with the permissions that it grants. */
const Heading = ({ role, path }: { role: Granting; path: string }): ReactNode => (
  <>
    <h2>
      <Link to={path}>{role.displayName}</Link>
    </h2>
    <details>
      <summary>{useWords().administrators.permissions(role.permissions.length)}</summary>
      <ul className="plain-list row">
        {role.permissions.map((name) => (
          <li key={name} className="chip">
            <code>{name}</code>
          </li>
        ))}
      </ul>
    </details>
  </>
);

const MembersDocument = graphql(`
  query RoleMembers($id: ID!, $after: String, $search: String) {
    page: organizationMembers(first: 50, after: $after, search: $search, filter: { organizationRoleId: $id }) {
      nodes { id user { id displayName } organization { id displayName } }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

/** An organization role that grants permissions: to its holders, in their organizations. */
function OrganizationRoleHolders({ role }: { role: Granting }): ReactNode {
  const words = useWords();
  const may = useMay();
  const { administrators: texts } = words;
  const missing = ['organizations:read', 'users:read'].filter((permission) => !may(permission));
  const [{ data }, again] = useQuery({
    query: MembersDocument,
    variables: { id: role.id },
    pause: missing.length > 0,
  });
  useAgainAfterEvents(again, isConcerned);
  return (
    <section className="stack tight">
      <Heading role={role} path={`/organization-roles/${role.id}`} />
      <RecordSection
        title={texts.members}
        action={
          <ChangeButton operation="setOrganizationMember" input={{ organizationRoleIds: [role.id] }}>
            {words.roles.give}…
          </ChangeButton>
        }
        empty={words.roles.noHolders}
        hidden={missing.length > 0 ? words.refused(missing) : undefined}
        first={data?.page}
        document={MembersDocument}
        variables={{ id: role.id }}
      >
        {({ id, user, organization }) => (
          <li key={id}>
            {user ? <Link to={`/users/${user.id}`}>{user.displayName}</Link> : null}
            {' @ '}
            {organization ? <Link to={`/organizations/${organization.id}`}>{organization.displayName}</Link> : null}
          </li>
        )}
      </RecordSection>
    </section>
  );
}

import { Link } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { useQuery } from 'urql';
import { changesHolders } from '../../data/event-facts.ts';
import { graphql } from '../../data/graphql.ts';
import { useAgainAfterEvents } from '../../data/feed/use-again.ts';
import { useMay } from '../../data/viewer.ts';
import { Fault } from '../../parts/Fault.tsx';
import { Loading } from '../../parts/Loading.tsx';
import { useWords } from '../../words/index.ts';
import { type Granting, grantingRoles } from '../../parts/access/granting-roles.ts';
import { OnlyManager } from '../../parts/access/OnlyAdministrator.tsx';
import { HoldersOf } from './holders.tsx';
import { MembersWith } from './organization-holders.tsx';
import { PageHeading } from '../../parts/PageHeading.tsx';

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

/** The roles that grant permissions of the Management API, with the users and applications that hold them. */
export function Administrators(): ReactNode {
  const words = useWords();
  const { administrators: texts } = words;
  const organizationRoles = useMay()('organization-roles:read');
  const [{ data, error }, again] = useQuery({ query: PermissionsDocument, variables: { organizationRoles } });
  useAgainAfterEvents(again, changesHolders);
  if (!data?.apiResources) return error ? <Fault error={error} again={again} /> : <Loading />;
  const scopes = data.apiResources.nodes.flatMap((resource) => resource.scopes?.nodes ?? []);
  const roles = grantingRoles(scopes, 'roles');
  return (
    <article className="stack">
      <header className="stack tight">
        <PageHeading title={words.navigation.administrators} />
        <p className="soft">{texts.text}</p>
      </header>
      <Suspense>
        <OnlyManager roles={roles} />
      </Suspense>
      {roles.map((role) => (
        <RoleSection key={role.id} role={role} />
      ))}
      {grantingRoles(scopes, 'organizationRoles').map((role) => (
        <OrganizationRoleSection key={role.id} role={role} />
      ))}
    </article>
  );
}

const RoleSection = ({ role }: { role: Granting }): ReactNode => (
  <section className="stack tight">
    <Heading role={role} path={`/roles/${role.id}`} />
    <HoldersOf id={role.id} />
  </section>
);

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

/** An organization role that grants permissions: to its holders, in their organizations. */
const OrganizationRoleSection = ({ role }: { role: Granting }): ReactNode => (
  <section className="stack tight">
    <Heading role={role} path={`/organization-roles/${role.id}`} />
    <MembersWith id={role.id} />
  </section>
);

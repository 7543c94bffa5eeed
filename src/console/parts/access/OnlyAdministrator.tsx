import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { changesHolders } from '../../data/event-facts.ts';
import { graphql } from '../../data/graphql.ts';
import { useAgainAfterEvents } from '../../data/feed/use-again.ts';
import { useMay } from '../../data/viewer.ts';
import { ChangeButton } from '../ChangeButton.tsx';
import { IdentityLink } from '../identity/Identity.tsx';
import { type Granting, grantingRoles } from './granting-roles.ts';
import { useTexts } from './use-texts.ts';

const ManagingRolesDocument = graphql(`
  query ManagingRoles {
    apiResources(first: 1, filter: { isBuiltIn: true }) {
      nodes { id scopes(first: 100) { nodes { id name roles { id displayName } } } }
    }
  }
`);

const ManagersDocument = graphql(`
  query Managers($conditions: [UserConditions!]!) {
    managers: users(first: 2, filter: { isSuspended: false, anyOf: $conditions }) {
      nodes { id displayName email username phone }
    }
    users(first: 2) { nodes { id } }
  }
`);

/** As many conditions as the platform takes. */
const mostRoles = 10;

/** The warning with the roles read, for a page that has not read them. */
export default function OnlyAdministrator(): ReactNode {
  const may = useMay();
  const mayRead = may('roles:read') && may('resources:read');
  const [{ data }] = useQuery({ query: ManagingRolesDocument, pause: !mayRead });
  const scopes = data?.apiResources?.nodes.flatMap((resource) => resource.scopes?.nodes ?? []) ?? [];
  return <OnlyManager roles={grantingRoles(scopes, 'roles')} />;
}

/** Warns while only one person can give roles: if they cannot sign in, no one else can help. */
export function OnlyManager({ roles }: { roles: readonly Granting[] }): ReactNode {
  const texts = useTexts();
  const mayRead = useMay()('users:read');
  const managing = roles.filter(({ permissions }) => permissions.includes('users:write'));
  const conditions = managing.slice(0, mostRoles).map(({ id: roleId }) => ({ roleId }));
  const [{ data }, again] = useQuery({
    query: ManagersDocument,
    variables: { conditions },
    pause: conditions.length === 0 || !mayRead,
  });
  useAgainAfterEvents(again, changesHolders);
  const [person, ...others] = data?.managers?.nodes ?? [];
  const [role] = managing;
  if (!person || !role || others.length > 0) return null;
  const roleIds = [role.id];
  const isAlone = data?.users?.nodes.length === 1;
  return (
    <p className="notice row" data-kind="warn">
      <IdentityLink record={person} />
      <span className="grow">{texts.onlyOne}</span>
      {isAlone ? (
        <ChangeButton operation="createUser" input={{ roleIds }}>
          {texts.newOne}…
        </ChangeButton>
      ) : (
        <ChangeButton operation="assignUserRoles" input={{ roleIds }}>
          {texts.toAnother(role.displayName)}…
        </ChangeButton>
      )}
    </p>
  );
}

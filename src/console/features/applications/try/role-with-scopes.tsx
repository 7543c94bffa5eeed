import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { graphql } from '../../../data/graphql.ts';
import { useMay, useViewer } from '../../../data/viewer.ts';
import { ChangeButton } from '../../../parts/ChangeButton.tsx';
import { useTexts } from './use-texts.ts';

const RolesOfApiDocument = graphql(`
  query RolesOfApi($id: ID!) {
    apiResource(id: $id) { id scopes(first: 100) { nodes { id roles { id displayName } } } }
  }
`);

/** Roles that are offered; the others are in the list of roles. */
const mostRoles = 3;

/** Roles that give the viewer scopes of an API resource: those that have one, or a new role if none has. */
export function RoleWithScopes({ resourceId }: { resourceId: string }): ReactNode {
  const texts = useTexts();
  const { id: userId } = useViewer();
  const isPossible = useMay()('roles:read');
  const [{ data }] = useQuery({ query: RolesOfApiDocument, variables: { id: resourceId }, pause: !isPossible });
  const scopes = data?.apiResource?.scopes?.nodes ?? [];
  if (scopes.length === 0) return null;
  const roles = new Map(scopes.flatMap((scope) => scope.roles ?? []).map((role) => [role.id, role]));
  if (roles.size > 0)
    return [...roles.values()].slice(0, mostRoles).map((role) => (
      <ChangeButton key={role.id} operation="assignUserRoles" input={{ userId, roleIds: [role.id] }}>
        {texts.giveMe(role.displayName)}…
      </ChangeButton>
    ));
  return (
    <ChangeButton operation="createRole" input={{ scopeIds: scopes.map(({ id }) => id), userIds: [userId] }}>
      {texts.newRoleForMe}…
    </ChangeButton>
  );
}

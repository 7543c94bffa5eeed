import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { graphql } from '../../data/graphql.ts';
import { useMay, useMayRun } from '../../data/viewer.ts';
import { ChangeButton } from '../../parts/ChangeButton.tsx';
import { LinkButton } from '../../parts/LinkButton.tsx';
import { useTexts } from './use-texts.ts';

const GrantingRolesDocument = graphql(`
  query GrantingRoles($id: ID!, $search: String!) {
    apiResource(id: $id) {
      id
      scopes(first: 20, search: $search) { nodes { id name roles { id displayName } } }
    }
  }
`);

/** Why a person lacks a scope, and what gives it: each role that has it, or a new one if none has. */
export function Remedy({
  scope,
  userId,
  resourceId,
}: {
  scope: string;
  userId: string;
  resourceId: string | null;
}): ReactNode {
  const texts = useTexts();
  const may = useMay();
  const isPossible = resourceId !== null && may('roles:read') && may('resources:read');
  const variables = { id: resourceId ?? '', search: scope };
  const [{ data, fetching }] = useQuery({ query: GrantingRolesDocument, variables, pause: !isPossible });
  const record = data?.apiResource?.scopes?.nodes.find(({ name }) => name === scope);
  const roles = record?.roles ?? [];
  // The text for a scope that no role has implies the reason: the person holds no role with it.
  if (fetching) return null;
  if (record && roles.length === 0) return <NoRole scopeId={record.id} userId={userId} />;
  return (
    <>
      <span>{texts.reasons.NOT_HELD}</span>
      {roles.map((role) => (
        <ChangeButton key={role.id} operation="assignUserRoles" input={{ userId, roleIds: [role.id] }}>
          {texts.give(role.displayName)}…
        </ChangeButton>
      ))}
      <Givers />
    </>
  );
}

/** No role has the scope: one is made for this person, or one that exists gets it. */
function NoRole({ scopeId, userId }: { scopeId: string; userId: string }): ReactNode {
  const texts = useTexts();
  return (
    <>
      <span>{texts.noRole}</span>
      <ChangeButton operation="createRole" input={{ scopeIds: [scopeId], userIds: [userId] }}>
        {texts.newRole}…
      </ChangeButton>
      <ChangeButton operation="addRoleScopes" input={{ scopeIds: [scopeId] }} variant="subtle">
        {texts.addToRole}…
      </ChangeButton>
      <Givers />
    </>
  );
}

/** The way of a viewer who may not give roles to those who may. */
function Givers(): ReactNode {
  const { givers } = useTexts();
  return useMayRun()('assignUserRoles') ? null : <LinkButton to="/access">{givers}</LinkButton>;
}

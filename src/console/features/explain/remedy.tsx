import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { graphql } from '../../data/graphql.ts';
import { useMay } from '../../data/viewer.ts';
import { ChangeButton } from '../../parts/ChangeButton.tsx';
import { useWords } from '../../words/index.ts';
import { useTexts } from './use-texts.ts';

const GrantingRolesDocument = graphql(`
  query GrantingRoles($id: ID!, $search: String!) {
    apiResource(id: $id) {
      id
      scopes(first: 20, search: $search) { nodes { id name roles { id displayName } } }
    }
  }
`);

/** The roles that have a scope which the person lacks: each can be given here. */
export function Remedy({
  scope,
  userId,
  resourceId,
}: {
  scope: string;
  userId: string;
  resourceId: string | null;
}): ReactNode {
  const words = useWords();
  const texts = useTexts();
  const may = useMay();
  const isPossible = resourceId !== null && may('roles:read') && may('resources:read');
  const variables = { id: resourceId ?? '', search: scope };
  const [{ data }] = useQuery({ query: GrantingRolesDocument, variables, pause: !isPossible });
  const record = data?.apiResource?.scopes?.nodes.find(({ name }) => name === scope);
  if (!record) return null;
  const roles = record.roles ?? [];
  if (roles.length === 0) {
    return (
      <>
        <span className="soft">{texts.noRole}</span>
        <Link to="/roles">{words.navigation.roles}</Link>
      </>
    );
  }
  return roles.map((role) => (
    <ChangeButton key={role.id} operation="assignUserRoles" input={{ userId, roleIds: [role.id] }}>
      {texts.give(role.displayName)}…
    </ChangeButton>
  ));
}

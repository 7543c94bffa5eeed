import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { graphql } from '../../data/graphql.ts';
import { useMay } from '../../data/viewer.ts';
import { ChangeButton } from '../../parts/ChangeButton.tsx';
import { Fault } from '../../parts/Fault.tsx';
import { Loading } from '../../parts/Loading.tsx';
import { Section } from '../../parts/Section.tsx';
import { useWords } from '../../words/index.ts';
import { useRole } from './role.ts';

const ScopesDocument = graphql(`
  query RoleScopes($id: ID!, $resources: Boolean!) {
    role(id: $id) { id scopes @include(if: $resources) { id name apiResource { id displayName } } }
  }
`);

/** The scopes that a role grants. */
export function RoleScopes(): ReactNode {
  const { id } = useRole();
  const words = useWords();
  const variables = { id, resources: useMay()('resources:read') };
  const [{ data, error }, again] = useQuery({ query: ScopesDocument, variables });
  if (!data?.role) return error ? <Fault error={error} again={again} /> : <Loading />;
  const { scopes } = data.role;
  const add = (
    <ChangeButton operation="addRoleScopes" input={{ roleId: id }}>
      {words.roles.addScopes}
    </ChangeButton>
  );
  return (
    <Section
      title={words.roles.scopes}
      action={add}
      empty={variables.resources ? scopes?.length === 0 && words.roles.noScopes : words.refused(['resources:read'])}
    >
      {scopes?.map((scope) => (
        <li key={scope.id} className="row">
          <span className="grow">
            <code>{scope.name}</code> <span className="soft">{scope.apiResource?.displayName}</span>
          </span>
          <ChangeButton operation="removeRoleScope" input={{ roleId: id, scopeId: scope.id }} variant="subtle">
            {words.applications.remove}…
          </ChangeButton>
        </li>
      ))}
    </Section>
  );
}

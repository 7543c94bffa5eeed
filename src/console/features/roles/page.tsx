import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { graphql, type ResultOf } from '../../data/graphql.ts';
import { useRecordId } from '../../data/use-record-id.ts';
import { useMay } from '../../data/viewer.ts';
import { RecordFrame } from '../../parts/RecordFrame.tsx';
import { RecordHeader } from '../../parts/RecordHeader.tsx';
import { Section } from '../../parts/Section.tsx';
import { ChangeButton } from '../../parts/ChangeButton.tsx';
import { useWords } from '../../words/index.ts';

const RoleDocument = graphql(`
  query Role($id: ID!, $resources: Boolean!, $users: Boolean!, $applications: Boolean!) {
    role(id: $id) {
      id displayName version description isDefault
      scopes @include(if: $resources) { id name apiResource { id displayName } }
      users(first: 20) @include(if: $users) { nodes { id displayName } pageInfo { hasNextPage } }
      applications(first: 20) @include(if: $applications) { nodes { id displayName } }
    }
  }
`);

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

function Holders({ role }: { role: RoleRecord }): ReactNode {
  const words = useWords();
  return (
    <Section title={words.roles.holders} empty={role.users?.nodes.length === 0 && words.roles.noHolders} isMany>
      {[...(role.users?.nodes ?? []), ...(role.applications?.nodes ?? [])].map((holder) => (
        <li key={holder.id}>
          <Link to={`/${holder.id.startsWith('app_') ? 'applications' : 'users'}/${holder.id}`}>
            {holder.displayName}
          </Link>
        </li>
      ))}
      {role.users?.pageInfo.hasNextPage ? (
        <li>
          <Link to="/users" search={{ where: { roleId: role.id } }}>
            {words.roles.allHolders}
          </Link>
        </li>
      ) : null}
    </Section>
  );
}

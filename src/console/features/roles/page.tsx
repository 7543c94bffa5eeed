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
import { ApplicationsOf, HoldersFragment, UsersOf } from './holders.tsx';

const RoleDocument = graphql(
  `
  query Role($id: ID!, $resources: Boolean!, $users: Boolean!, $applications: Boolean!) {
    role(id: $id) {
      id displayName version description isDefault
      scopes @include(if: $resources) { id name apiResource { id displayName } }
      ...Holders
    }
  }
`,
  [HoldersFragment],
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
            <UsersOf role={role} />
            <ApplicationsOf role={role} />
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

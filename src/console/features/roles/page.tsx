import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { useRecordId } from '../../data/records/use-record-id.ts';
import { RecordFrame } from '../../parts/record/RecordFrame.tsx';
import { TabbedRecord } from '../../parts/record/TabbedRecord.tsx';
import { useWords } from '../../words/index.ts';
import { RoleContext, RoleDocument } from './role.ts';

/** A role: the frame of all tabs. */
export function RolePage(): ReactNode {
  const words = useWords();
  const id = useRecordId();
  const [{ data, error, fetching }, again] = useQuery({ query: RoleDocument, variables: { id } });
  const input = { roleId: id };
  const { tabs } = words.roles;
  return (
    <RecordFrame record={data?.role} error={error} isLoading={fetching} again={again}>
      {(role) => (
        <RoleContext value={role}>
          <TabbedRecord
            name={role.displayName}
            id={id}
            version={role.version}
            state={role.isDefault ? <span className="chip">{words.roles.default}</span> : null}
            description={role.description}
            actions={[
              { title: words.common.edit, operation: 'updateRole', input },
              { title: words.common.delete, operation: 'deleteRole', input, isDangerous: true },
            ]}
            path={`/roles/${id}`}
            tabs={[
              { path: '', title: tabs.scopes },
              { path: '/holders', title: tabs.holders, permissions: ['users:read'] },
              { path: '/applications', title: words.navigation.applications, permissions: ['applications:read'] },
              { path: '/events', title: words.record.events, permissions: ['events:read'] },
            ]}
          />
        </RoleContext>
      )}
    </RecordFrame>
  );
}

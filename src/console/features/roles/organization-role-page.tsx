import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { useRecordId } from '../../data/records/use-record-id.ts';
import { RecordFrame } from '../../parts/record/RecordFrame.tsx';
import { TabbedRecord } from '../../parts/record/TabbedRecord.tsx';
import { useWords } from '../../words/index.ts';
import { OrganizationRoleContext, OrganizationRoleDocument } from './organization-role.ts';

/** A role that members hold in single organizations: the frame of all tabs. */
export function OrganizationRolePage(): ReactNode {
  const words = useWords();
  const id = useRecordId();
  const [{ data, error, fetching }, again] = useQuery({ query: OrganizationRoleDocument, variables: { id } });
  const input = { organizationRoleId: id };
  const { tabs } = words.roles;
  return (
    <RecordFrame record={data?.organizationRole} error={error} isLoading={fetching} again={again}>
      {(role) => (
        <OrganizationRoleContext value={role}>
          <TabbedRecord
            name={role.displayName}
            id={id}
            version={role.version}
            description={role.description}
            actions={[
              { title: words.common.edit, operation: 'updateOrganizationRole', input },
              { title: words.common.delete, operation: 'deleteOrganizationRole', input, isDangerous: true },
            ]}
            path={`/organization-roles/${id}`}
            tabs={[
              { path: '', title: tabs.scopes },
              { path: '/holders', title: tabs.holders, permissions: ['organizations:read', 'users:read'] },
              {
                path: '/applications',
                title: words.navigation.applications,
                permissions: ['organizations:read', 'applications:read'],
              },
              { path: '/events', title: words.record.events, permissions: ['events:read'] },
            ]}
          />
        </OrganizationRoleContext>
      )}
    </RecordFrame>
  );
}

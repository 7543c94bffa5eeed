import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { useRecordId } from '../../data/records/use-record-id.ts';
import { RecordFrame } from '../../parts/record/RecordFrame.tsx';
import { TabbedRecord } from '../../parts/record/TabbedRecord.tsx';
import { useWords } from '../../words/index.ts';
import { OrganizationScopeContext, OrganizationScopeDocument } from './organization-scope.ts';

/** A scope of organizations: the frame of all tabs. */
export function OrganizationScopePage(): ReactNode {
  const words = useWords();
  const id = useRecordId();
  const [{ data, error, fetching }, again] = useQuery({ query: OrganizationScopeDocument, variables: { id } });
  const input = { organizationScopeId: id };
  return (
    <RecordFrame record={data?.organizationScope} error={error} isLoading={fetching} again={again}>
      {(scope) => (
        <OrganizationScopeContext value={scope}>
          <TabbedRecord
            name={scope.displayName}
            id={id}
            version={scope.version}
            description={scope.description}
            actions={[
              { title: words.common.edit, operation: 'updateOrganizationScope', input },
              { title: words.common.delete, operation: 'deleteOrganizationScope', input, isDangerous: true },
            ]}
            path={`/organization-scopes/${id}`}
            tabs={[
              { path: '', title: words.record.general },
              { path: '/events', title: words.record.events, permissions: ['events:read'] },
            ]}
          />
        </OrganizationScopeContext>
      )}
    </RecordFrame>
  );
}

import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { useRecordId } from '../../data/records/use-record-id.ts';
import { StateMark } from '../../parts/marks.tsx';
import { RecordFrame } from '../../parts/record/RecordFrame.tsx';
import { TabbedRecord } from '../../parts/record/TabbedRecord.tsx';
import { useWords } from '../../words/index.ts';
import { useMay } from '../../data/viewer.ts';
import { ResourceContext, ResourceDocument } from './resource.ts';

/** An API resource: the frame of all tabs. */
export function ResourcePage(): ReactNode {
  const words = useWords();
  const id = useRecordId();
  const [{ data, error, fetching }, again] = useQuery({
    query: ResourceDocument,
    variables: { id, withRoles: useMay()('roles:read') },
  });
  const input = { apiResourceId: id };
  return (
    <RecordFrame record={data?.apiResource} error={error} isLoading={fetching} again={again}>
      {(resource) => (
        <ResourceContext value={resource}>
          <TabbedRecord
            name={resource.displayName}
            id={id}
            version={resource.version}
            state={resource.isBuiltIn ? <StateMark tone="good">{words.state.builtIn}</StateMark> : null}
            actions={[
              { title: words.common.edit, operation: 'updateApiResource', input },
              ...(resource.isBuiltIn
                ? []
                : ([
                    { title: words.common.delete, operation: 'deleteApiResource', input, isDangerous: true },
                  ] as const)),
            ]}
            path={`/resources/${id}`}
            tabs={[
              { path: '', title: words.record.general },
              { path: '/applications', title: words.navigation.applications, permissions: ['applications:read'] },
              { path: '/events', title: words.record.events, permissions: ['events:read'] },
            ]}
          />
        </ResourceContext>
      )}
    </RecordFrame>
  );
}

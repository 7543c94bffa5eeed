import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { useRecordId } from '../../data/records/use-record-id.ts';
import { RecordFrame } from '../../parts/record/RecordFrame.tsx';
import { TabbedRecord } from '../../parts/record/TabbedRecord.tsx';
import { organizationTabs } from '../../parts/frame/organization-tabs.ts';
import { useWords } from '../../words/index.ts';
import { OrganizationContext, OrganizationDocument } from './organization.ts';

/** An organization: the frame of all tabs. */
export function OrganizationPage(): ReactNode {
  const words = useWords();
  const id = useRecordId();
  const [{ data, error, fetching }, again] = useQuery({ query: OrganizationDocument, variables: { id } });
  const input = { organizationId: id };
  return (
    <RecordFrame record={data?.organization} error={error} isLoading={fetching} again={again}>
      {(organization) => (
        <OrganizationContext value={organization}>
          <TabbedRecord
            name={organization.displayName}
            id={id}
            version={organization.version}
            description={organization.description}
            actions={[
              { title: words.common.edit, operation: 'updateOrganization', input },
              { title: words.common.delete, operation: 'deleteOrganization', input, isDangerous: true },
            ]}
            path={`/organizations/${id}`}
            tabs={organizationTabs.map(({ title, ...tab }) => ({ ...tab, title: title(words), where: input }))}
          />
        </OrganizationContext>
      )}
    </RecordFrame>
  );
}

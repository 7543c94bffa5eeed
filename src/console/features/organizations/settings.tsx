import type { ReactNode } from 'react';
import { Facts } from '../../parts/record/Facts.tsx';
import { InlineJson } from '../../parts/code/InlineJson.tsx';
import { When } from '../../parts/marks.tsx';
import { useWords } from '../../words/index.ts';
import { useOrganization } from './organization.ts';

/** The tab that describes an organization. */
export function OrganizationSettings(): ReactNode {
  const { customData, createdAt, updatedAt } = useOrganization();
  const { record, common } = useWords();
  return (
    <div className="card padded">
      <Facts
        facts={[
          [common.customData, <InlineJson key="data" value={customData} />],
          [record.created, <When key="created" at={createdAt} />],
          [record.updated, <When key="updated" at={updatedAt} />],
        ]}
      />
    </div>
  );
}

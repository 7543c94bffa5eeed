import type { ReactNode } from 'react';
import { Facts } from '../../parts/record/Facts.tsx';
import { InlineJson } from '../../parts/InlineJson.tsx';
import { Day, When } from '../../parts/marks.tsx';
import { useWords } from '../../words/index.ts';
import { useApplication } from './application.ts';

/** The tab that describes an application. */
export function ApplicationGeneral(): ReactNode {
  const application = useApplication();
  const { applications, record, list, ...words } = useWords();
  return (
    <div className="card padded">
      <Facts
        facts={[
          [applications.type, words.label(application.type)],
          [applications.thirdParty, application.isThirdParty ? list.yes : list.no],
          [applications.grants, application.grantTypes.map(words.label).join(', ') || record.nothing],
          [applications.algorithm, application.idTokenSigningAlg],
          [applications.customData, <InlineJson key="data" value={application.customData} />],
          [applications.lastUsed, <Day key="at" at={application.lastUsedAt} />],
          [record.created, <When key="at" at={application.createdAt} />],
          [record.updated, <When key="at" at={application.updatedAt} />],
        ]}
      />
    </div>
  );
}

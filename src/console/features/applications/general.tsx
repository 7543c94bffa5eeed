import type { ReactNode } from 'react';
import { changesOf } from '../../parts/ChangeButton.tsx';
import { InlineJson } from '../../parts/InlineJson.tsx';
import { When } from '../../parts/marks.tsx';
import { Facts } from '../../parts/record/Facts.tsx';
import { useWords } from '../../words/index.ts';
import { useApplication } from './application.ts';

/** What an application is called, and what it is. */
export function General(): ReactNode {
  const { id, isBuiltIn, name, description, type, isThirdParty, customData, updatedAt } = useApplication();
  const { applications: texts, common, record, list, label } = useWords();
  const values = { name, description, isThirdParty, customData };
  return (
    <section className="card padded stack tight" aria-labelledby="general">
      <div className="row">
        <h2 id="general" className="grow">
          {texts.general}
        </h2>
        {isBuiltIn ? null : changesOf({ applicationId: id })(common.edit, 'updateApplication', values)}
      </div>
      <Facts
        facts={[
          [texts.name, <bdi key="name">{name}</bdi>],
          [label('description'), description || record.nothing],
          [texts.type, label(type)],
          [texts.thirdParty, isThirdParty ? list.yes : list.no],
          [texts.customData, <InlineJson key="data" value={customData} />],
          [record.updated, <When key="at" at={updatedAt} />],
        ]}
      />
    </section>
  );
}

import type { ReactNode } from 'react';
import { changesOf } from '../../parts/ChangeButton.tsx';
import { Identity } from '../../parts/identity/Identity.tsx';
import { InlineJson } from '../../parts/code/InlineJson.tsx';
import { When } from '../../parts/marks.tsx';
import { Facts } from '../../parts/record/Facts.tsx';
import { Who } from '../../parts/identity/Who.tsx';
import { useWords } from '../../words/index.ts';
import { useApplication } from './application.ts';

/** The general facts of an application, such as its name, type, owner and custom data. */
export function General(): ReactNode {
  const application = useApplication();
  const { id, isBuiltIn, name, description, type, isThirdParty, customData, updatedAt } = application;
  const { kind, ownerId, expiresAt } = application;
  const { applications: texts, common, record, list, label } = useWords();
  const values = { name, description, kind, ownerId, expiresAt, isThirdParty, customData };
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
          [texts.name, <Identity key="name" record={application} />],
          [label('description'), description || record.nothing],
          [texts.type, label(type)],
          [label('kind'), label(kind)],
          [label('ownerId'), ownerId === null ? record.nothing : <Who key="owner" id={ownerId} label={null} />],
          [label('expiresAt'), expiresAt === null ? texts.neverExpires : <When key="end" at={expiresAt} isDated />],
          [texts.thirdParty, isThirdParty ? list.yes : list.no],
          [texts.customData, <InlineJson key="data" value={customData} />],
          [record.updated, <When key="at" at={updatedAt} />],
        ]}
      />
    </section>
  );
}

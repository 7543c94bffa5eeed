import type { ReactNode } from 'react';
import { Facts } from '../../parts/record/Facts.tsx';
import { When } from '../../parts/marks.tsx';
import { useWords } from '../../words/index.ts';
import { isSetUp, useIdentityProvider } from './identity-provider.ts';
import { SetupGuide } from './setup-guide.tsx';
import { TrialResult } from './trial-result.tsx';
import { EarlierTests, TestSection } from './test.tsx';
import { usePageTexts } from './use-page-texts.ts';

/** Whether people can sign in with it, and what is left to do until they can. */
export function IdentityProviderOverview(): ReactNode {
  const provider = useIdentityProvider();
  return (
    <>
      <TrialResult />
      <LastFailure />
      {isSetUp(provider) ? <TestSection /> : <SetupGuide />}
      <div className="columns">
        <State />
        <EarlierTests id={provider.id} />
      </div>
    </>
  );
}

/** The last failure, in words, as long as nothing has succeeded since. */
function LastFailure(): ReactNode {
  const { lastError, lastFailedAt } = useIdentityProvider();
  const { identityProviders: texts } = useWords();
  if (lastError === null) return null;
  return (
    <p className="notice" data-kind="bad" role="status">
      <strong>{texts.why}:</strong> {lastError} · <When at={lastFailedAt} />
    </p>
  );
}

function State(): ReactNode {
  const { lastError, lastSucceededAt, lastFailedAt, createdAt, updatedAt } = useIdentityProvider();
  const texts = usePageTexts();
  const { identityProviders: list, record } = useWords();
  const summary = lastSucceededAt === null ? texts.untested : lastError === null ? texts.works : null;
  return (
    <section className="card padded stack tight">
      <h2>{texts.state}</h2>
      {summary === null ? null : <p className="soft">{summary}</p>}
      <Facts
        facts={[
          [list.success, <When key="success" at={lastSucceededAt} />],
          [list.failure, <When key="failure" at={lastFailedAt} />],
          [record.created, <When key="created" at={createdAt} />],
          [record.updated, <When key="updated" at={updatedAt} />],
        ]}
      />
    </section>
  );
}

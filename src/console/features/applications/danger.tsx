import type { ReactNode } from 'react';
import { useMay } from '../../data/viewer.ts';
import { changesOf } from '../../parts/ChangeButton.tsx';
import { useWords } from '../../words/index.ts';
import { hasExpired, useApplication } from './application.ts';

/** The actions that take the application out of use. */
export function Danger(): ReactNode {
  const application = useApplication();
  const { id, isSuspended, isBuiltIn, expiresAt } = application;
  const { applications: texts, common } = useWords();
  const may = useMay();
  const button = changesOf({ applicationId: id });
  if (isBuiltIn || !may('applications:write')) return null;
  return (
    <section className="card padded stack tight" aria-labelledby="danger">
      <h2 id="danger">{texts.danger}</h2>
      <div className="row">
        {hasExpired(application) ? (
          <>
            <p className="grow soft">{texts.hasExpired}</p>
            {button(texts.changeEnd, 'updateApplication', { expiresAt })}
          </>
        ) : (
          <>
            <p className="grow soft">{isSuspended ? texts.isSuspended : texts.wouldSuspend}</p>
            {button(isSuspended ? common.reactivate : common.suspend, 'setApplicationSuspended', {
              isSuspended: !isSuspended,
            })}
          </>
        )}
      </div>
      <div className="row">
        <p className="grow soft">{texts.wouldDelete}</p>
        {button(common.delete, 'deleteApplication')}
      </div>
    </section>
  );
}

import type { ReactNode } from 'react';
import { useMay } from '../../data/viewer.ts';
import { changesOf } from '../../parts/ChangeButton.tsx';
import { useWords } from '../../words/index.ts';
import { useApplication } from './application.ts';

/** The actions that take the application out of use. */
export function Danger(): ReactNode {
  const { id, isSuspended, isBuiltIn } = useApplication();
  const { applications: texts, common } = useWords();
  const may = useMay();
  const button = changesOf({ applicationId: id });
  if (isBuiltIn || !may('applications:write')) return null;
  return (
    <section className="card padded stack tight" aria-labelledby="danger">
      <h2 id="danger">{texts.danger}</h2>
      <div className="row">
        <p className="grow soft">{isSuspended ? texts.isSuspended : texts.wouldSuspend}</p>
        {button(isSuspended ? common.reactivate : common.suspend, 'setApplicationSuspended', {
          isSuspended: !isSuspended,
        })}
      </div>
      <div className="row">
        <p className="grow soft">{texts.wouldDelete}</p>
        {button(common.delete, 'deleteApplication')}
      </div>
    </section>
  );
}

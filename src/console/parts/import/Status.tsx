import type { ReactNode } from 'react';
import { triedRows } from '../../data/import-users.ts';
import { useTexts } from './use-texts.ts';
import type { Import } from './use-import.ts';

/** The status of an import: what would happen, happens, and has happened. */
export function Status({ run }: { run: Import }): ReactNode {
  const texts = useTexts();
  const { state, error } = run;
  const Phase = state === 'ready' ? Trial : Course;
  return (
    <>
      {error === null ? null : (
        <p role="alert" className="notice" data-kind="bad">
          {state === 'ready' ? texts.untried(error.reason) : `${texts.interrupted(error.reason)} ${texts.uncertain}`}
        </p>
      )}
      <Phase run={run} />
    </>
  );
}

/** The result of the dry run. */
function Trial({ run: { content, trial, error } }: { run: Import }): ReactNode {
  const texts = useTexts();
  const total = content.rows.length;
  const tried = Math.min(total, triedRows);
  if (trial === null)
    return error === null ? (
      <p role="status" aria-busy="true" className="soft">
        {texts.trying(tried)}
      </p>
    ) : null;
  return (
    <p role="status" className={trial.length > 0 ? 'warn' : 'good'}>
      {trial.length > 0 ? texts.problems(trial.length, tried, total) : texts.fine(tried, total)}
    </p>
  );
}

/** The progress of the import. */
function Course({ run: { content, state, progress } }: { run: Import }): ReactNode {
  const texts = useTexts();
  const { created, failures, rowCount } = progress;
  const total = content.rows.length;
  const end = { running: '', stopped: `${texts.stopped} `, ended: `${texts.ended} `, ready: '' }[state];
  return (
    <div className="stack tight">
      <progress className="import-progress" max={total} value={rowCount} aria-label={texts.title} />
      <div role="status" className="row">
        <strong className="grow">
          {end}
          {texts.progress(rowCount, total)}
        </strong>
        <span>
          <span className="good">{texts.created(created)}</span>
          {' · '}
          <span className={failures.length > 0 ? 'bad' : 'soft'}>{texts.refused(failures.length)}</span>
        </span>
      </div>
    </div>
  );
}

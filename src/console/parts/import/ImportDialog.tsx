import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { save } from '../../data/export.ts';
import { useSetAddress } from '../../data/use-address.ts';
import { useMayRun } from '../../data/viewer.ts';
import { useTexts } from './use-texts.ts';
import { useWords } from '../../words/index.ts';
import { Dialog } from '../Dialog.tsx';
import { Lacking } from '../access/Lacking.tsx';
import { Failures } from './Failures.tsx';
import { nothingGiven, SourceField } from './SourceField.tsx';
import { Status } from './Status.tsx';
import { type Import, useImport } from './use-import.ts';

/** Creates many users from a file or pasted lines: tried first, then in slices, with a list of what was refused. */
export default function ImportDialog(): ReactNode {
  const texts = useTexts();
  const setAddress = useSetAddress();
  const isPermitted = useMayRun()('createUsers');
  const [source, setSource] = useState(nothingGiven);
  const run = useImport(source.text);
  const { content, trial, state, progress } = run;
  const close = (): void => setAddress({ do: undefined, with: undefined });
  return (
    // While it runs, closing only stops it, so that what was refused is not lost.
    <Dialog title={texts.title} close={state === 'running' ? run.stop : close} size="lg">
      {isPermitted ? (
        <div className="stack import">
          {state === 'ready' ? <SourceField source={source} set={setSource} /> : null}
          {content.rows.length > 0 ? <Status run={run} /> : null}
          {state === 'ready' ? (
            <Failures title={texts.wouldBeRefused} failures={trial ?? []} />
          ) : (
            <Failures title={texts.failures} failures={progress.failures} />
          )}
          <Foot run={run} close={close} />
        </div>
      ) : (
        <Lacking permissions={['users:write']} />
      )}
    </Dialog>
  );
}

/** The buttons of what can be done next. */
function Foot({ run, close }: { run: Import; close: () => void }): ReactNode {
  const texts = useTexts();
  const { change, common } = useWords();
  const { content, trial, state, progress, error } = run;
  const number = content.rows.length;
  // A dry run that failed does not keep anyone from the import.
  const isReady = trial === null ? error !== null : trial.length < number;
  return (
    <div className="dialog-foot import-foot">
      {state !== 'running' && progress.failures.length > 0 ? (
        <Button variant="default" className="import-save" onClick={() => saveFailures(run)}>
          {texts.saveFailed}
        </Button>
      ) : null}
      {state === 'running' ? (
        <Button variant="default" onClick={run.stop}>
          {texts.stop}
        </Button>
      ) : (
        <Button variant={state === 'ended' ? 'filled' : 'default'} onClick={close}>
          {state === 'ready' ? change.cancel : change.close}
        </Button>
      )}
      {state === 'ready' ? (
        <Button disabled={!isReady} onClick={() => void run.start()}>
          {number === 0 ? common.import : texts.start(number)}
        </Button>
      ) : null}
      {state === 'stopped' ? <Button onClick={() => void run.start()}>{texts.goOn}</Button> : null}
    </div>
  );
}

/** The refused rows as they were in the file, so that they can be corrected and imported. */
function saveFailures({ content: { heading, extension }, progress: { failures } }: Import): void {
  const lines = failures.map(({ row }) => `${row.text}\n`);
  save(new Blob([heading, ...lines], { type: 'text/plain' }), `not-imported.${extension}`);
}

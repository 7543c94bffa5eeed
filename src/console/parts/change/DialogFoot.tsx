import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../../words/index.ts';
import type { Act } from './use-act.tsx';

interface Props {
  act: Act;
  close: () => void;
  isReady: boolean;
  isRunning: boolean;
  /** Whether what was typed would be dropped. */
  isLeaving: boolean;
  stay: () => void;
}

/** The buttons of a change; in their place the question whether what was typed is dropped. */
export function DialogFoot({ act, close, isReady, isRunning, isLeaving, stay }: Props): ReactNode {
  const { change: texts } = useWords();
  if (isLeaving)
    return (
      <div className="dialog-foot" role="alertdialog" aria-label={texts.leaving}>
        <strong className="grow">{texts.leaving}</strong>
        <Button variant="default" autoFocus onClick={stay}>
          {texts.keep}
        </Button>
        <Button data-danger onClick={close}>
          {texts.drop}
        </Button>
      </div>
    );
  return (
    <div className="dialog-foot">
      <Button variant="default" onClick={close}>
        {texts.cancel}
      </Button>
      {/* Not `disabled` before the dry run is done: then it could not have the focus, which would stay on the page. */}
      <Button
        type="submit"
        data-autofocus
        data-danger={act.danger !== null || undefined}
        loading={isRunning}
        aria-disabled={!isReady}
        data-disabled={!isReady}
      >
        {act.button}
      </Button>
    </div>
  );
}

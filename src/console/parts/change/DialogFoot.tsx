import { Button } from '@mantine/core';
import type { MouseEvent, ReactNode } from 'react';
import { useWords } from '../../words/index.ts';
import { LossQuestion } from '../LossQuestion.tsx';
import type { Act } from './use-act.tsx';

interface Props {
  act: Act;
  /** Whether it takes away what is in use, as it is filled in. */
  isHarmful: boolean;
  /** Closes the dialog, unless it is work to enter again what it has. */
  leave: () => void;
  isReady: boolean;
  isRunning: boolean;
  /** Whether what was entered would be dropped. */
  isLeaving: boolean;
  stay: () => void;
  drop: () => void;
}

/**
 * The field that was typed in keeps the focus until the press is over: what it does when it loses it can move the
 * button away from under the pointer. What it does counts for the press.
 */
const afterField = {
  onMouseDown: (event: MouseEvent) => event.preventDefault(),
  onClick({ detail, currentTarget }: MouseEvent<HTMLButtonElement>) {
    // Enter in a field is a click, too, without a pointer.
    if (detail > 0) currentTarget.focus();
  },
};

/** The buttons of a change; in their place the question whether what was entered is dropped. */
export function DialogFoot({ act, isHarmful, leave, isReady, isRunning, isLeaving, stay, drop }: Props): ReactNode {
  const { change: texts } = useWords();
  if (isLeaving)
    // Not in the same element as the buttons below: the press would send the form.
    return (
      <LossQuestion
        text={texts.leaving}
        stay={{ title: texts.keep, press: stay }}
        leave={{ title: texts.drop, press: drop }}
      />
    );
  return (
    <div className="dialog-foot">
      <Button variant="default" onClick={leave}>
        {texts.cancel}
      </Button>
      {/* Not `disabled` before the dry run is done: then it could not have the focus, which would stay on the page. */}
      <Button
        type="submit"
        {...afterField}
        data-danger={act.danger !== null || isHarmful || undefined}
        loading={isRunning}
        aria-disabled={!isReady}
        data-disabled={!isReady}
      >
        {act.button}
      </Button>
    </div>
  );
}

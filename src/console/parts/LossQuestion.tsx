import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  text: string;
  /** The button that loses nothing, which has the focus. */
  stay: { title: string; press: () => void };
  leave: { title: string; press: () => void };
}

/** The question before something is lost, in the place of the buttons of a dialog. */
export const LossQuestion = ({ text, stay, leave }: Props): ReactNode => (
  <div className="dialog-foot" role="alertdialog" aria-label={text}>
    <strong>{text}</strong>
    <Button variant="default" autoFocus data-autofocus onClick={stay.press}>
      {stay.title}
    </Button>
    <Button data-danger onClick={leave.press}>
      {leave.title}
    </Button>
  </div>
);

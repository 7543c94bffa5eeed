import { type ReactNode, type RefObject, useEffect } from 'react';

interface Props {
  within: RefObject<HTMLElement | null>;
  /** Selector of the controls that can have the focus. */
  among?: string;
}

/** Focuses the first control of a part. Marked for the dialog as well, which sets the focus when it has opened. */
export function FirstFocus({ within, among = 'input, textarea, button' }: Props): ReactNode {
  useEffect(() => {
    const first = within.current?.querySelector<HTMLElement>(among);
    first?.setAttribute('data-autofocus', '');
    first?.focus();
  }, [within, among]);
  return null;
}

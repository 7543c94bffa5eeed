import { type ReactNode, useState } from 'react';

interface Props {
  summary: ReactNode;
  /** Whether something in it needs attention: it opens when that begins, and stays open. */
  opens: boolean;
  children: ReactNode;
}

/** A part of a form that is folded until it is needed. Only people fold it again: they may be typing in it. */
export function Folded({ summary, opens, children }: Props): ReactNode {
  const [needed, setNeeded] = useState(opens);
  const [isOpen, setOpen] = useState(opens);
  if (needed !== opens) {
    setNeeded(opens);
    if (opens) setOpen(true);
  }
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{summary}</summary>
      {children}
    </details>
  );
}

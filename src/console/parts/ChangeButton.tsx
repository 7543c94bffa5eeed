import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { OperationName } from '../data/needs.ts';
import { useOpenChange } from '../data/use-address.ts';
import { useMayRun } from '../data/viewer.ts';

interface Props {
  operation: OperationName;
  input?: Record<string, unknown>;
  variant?: 'default' | 'subtle' | 'filled';
  /** The record in whose row it is, for those who do not see the row. */
  of?: string;
  children: ReactNode;
}

/** Buttons that open changes of one record: `input` names it. */
export const changesOf =
  (input: Record<string, unknown>) =>
  (title: string, operation: OperationName, more: Record<string, unknown> = {}): ReactNode => (
    <ChangeButton operation={operation} input={{ ...input, ...more }}>
      {title}…
    </ChangeButton>
  );

/** Opens the dialog of a mutation, if the viewer may run it. */
export function ChangeButton({ operation, input, variant = 'default', of, children }: Props): ReactNode {
  const openChange = useOpenChange();
  if (!useMayRun()(operation, input)) return null;
  return (
    <Button variant={variant} onClick={() => openChange(operation, input)}>
      {children}
      {of === undefined ? null : <span className="visually-hidden"> {of}</span>}
    </Button>
  );
}

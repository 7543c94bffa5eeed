import { Button } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { useOpenChange } from '../../../data/use-address.ts';
import { needOf } from '../../../data/needs.ts';
import { useMayReadEvents, useMayRun } from '../../../data/viewer.ts';
import type { AtOnce } from './at-once.ts';

interface Props {
  operation: AtOnce;
  input: Readonly<Record<string, unknown>>;
  variant?: 'default' | 'filled';
  children: ReactNode;
}

/** Makes a change at one press, if the viewer may: a notice states what it did. If it is refused, its dialog opens. */
export function AtOnceButton({ operation, input, variant = 'default', children }: Props): ReactNode {
  const openChange = useOpenChange();
  const mayRun = useMayRun()(operation, input);
  const withEvents = useMayReadEvents()(needOf(operation), input);
  const [isRunning, setRunning] = useState(false);
  // One key until it is done: pressing again after a lost connection cannot do it twice.
  const idempotencyKey = useRef(crypto.randomUUID());
  if (!mayRun) return null;
  const press = async (): Promise<void> => {
    setRunning(true);
    const { runAtOnce } = await import('./run-at-once.ts');
    const isDone = await runAtOnce(operation, input, { withEvents, idempotencyKey: idempotencyKey.current });
    setRunning(false);
    if (!isDone) {
      openChange(operation, input);
      return;
    }
    idempotencyKey.current = crypto.randomUUID();
  };
  return (
    <Button variant={variant} loading={isRunning} onClick={() => void press()}>
      {children}
    </Button>
  );
}

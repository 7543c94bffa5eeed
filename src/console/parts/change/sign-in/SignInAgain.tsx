import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useViewer } from '../../../data/viewer.ts';
import { signInBeside } from '../../../session/sign-in.ts';
import { onTabMessage } from '../../../session/tabs.ts';
import { useWords } from '../../../words/index.ts';

interface Props {
  maxAge: number;
  /** Why, before the change is made; without it, the change waits for the sign-in. */
  text?: string;
  onSignedIn: () => Promise<void>;
}

/** Signs in again in a window, and then continues. */
export function SignInAgain({ maxAge, text, onSignedIn }: Props): ReactNode {
  const words = useWords();
  const { identifier } = useViewer();
  const [isBlocked, setBlocked] = useState(false);
  // A sign-in that another tab began continues nothing here.
  const isExpected = useRef(false);
  const proceed = useRef(onSignedIn);
  proceed.current = onSignedIn;
  const button = useRef<HTMLButtonElement>(null);
  const isAhead = text !== undefined;
  useEffect(() => {
    if (!isAhead) button.current?.focus();
  }, [isAhead]);
  useEffect(
    () =>
      onTabMessage((message) => {
        if (message !== 'signed-in' || !isExpected.current) return;
        isExpected.current = false;
        void proceed.current();
      }),
    [],
  );
  const signIn = async (): Promise<void> => {
    isExpected.current = true;
    setBlocked(!(await signInBeside({ maxAge, ...(identifier === null ? {} : { loginHint: identifier }) })));
  };
  return (
    <div role={isAhead ? 'note' : 'alert'} className="notice row" data-kind="warn">
      <span className="grow">
        {isBlocked ? words.ended.blocked : (text ?? words.ended.recent(words.duration(maxAge)))}
      </span>
      <Button ref={button} variant={isAhead ? 'default' : 'filled'} onClick={() => void signIn()}>
        {words.ended.action}
      </Button>
    </div>
  );
}

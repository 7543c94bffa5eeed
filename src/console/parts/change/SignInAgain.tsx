import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { signInBeside } from '../../session/sign-in.ts';
import { onTabMessage } from '../../session/tabs.ts';
import { useWords } from '../../words/index.ts';

/** Signs in again in a window, and then continues. */
export function SignInAgain({ maxAge, onSignedIn }: { maxAge: number; onSignedIn: () => Promise<void> }): ReactNode {
  const words = useWords();
  const [isBlocked, setBlocked] = useState(false);
  // A sign-in that another tab began continues nothing here.
  const isExpected = useRef(false);
  const proceed = useRef(onSignedIn);
  proceed.current = onSignedIn;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
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
    setBlocked(!(await signInBeside(maxAge)));
  };
  return (
    <div role="alert" className="notice row" data-kind="warn">
      <span className="grow">{isBlocked ? words.ended.blocked : words.ended.recent}</span>
      <Button ref={button} onClick={() => void signIn()}>
        {words.ended.action}
      </Button>
    </div>
  );
}

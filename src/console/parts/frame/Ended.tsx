import { Button } from '@mantine/core';
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { session } from '../../session/session.ts';
import { signIn, signInBeside } from '../../session/sign-in.ts';
import { useWords } from '../../words/index.ts';
import { Dialog } from '../Dialog.tsx';

/** Covers the page when the session has ended, and keeps what was typed. */
export function Ended(): ReactNode {
  const words = useWords();
  const hasEnded = useSyncExternalStore(session.subscribe, session.hasEnded);
  const [isBlocked, setBlocked] = useState(false);
  if (!hasEnded) return null;
  return (
    <Dialog title={words.ended.title} close={() => undefined}>
      <p>{words.ended.text}</p>
      {isBlocked ? <p role="alert">{words.ended.blocked}</p> : null}
      <div className="row">
        <Button onClick={() => void signInBeside().then((isOpen) => setBlocked(!isOpen))}>{words.ended.action}</Button>
        <Button variant="subtle" onClick={() => void signIn()}>
          {words.ended.leave}
        </Button>
      </div>
    </Dialog>
  );
}

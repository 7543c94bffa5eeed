import { type ReactNode, useSyncExternalStore } from 'react';
import { requiredSignIn } from '../../../data/change.ts';
import type { Operation } from '../../../data/operation.ts';
import { obtainRecent, session } from '../../../session/session.ts';
import { settings } from '../../../session/settings.ts';
import { useWords } from '../../../words/index.ts';
import { useNow } from '../../time/use-now.ts';
import { errorOf } from '../Problems.tsx';
import { SignInAgain } from './SignInAgain.tsx';
import type { Change } from '../use-change.ts';

/** Whether a change with an input requires a recent sign-in, as far as that is known before it is made. */
const requiresRecent = ({ recentSignIn = [] }: Operation, input: Readonly<Record<string, unknown>>): boolean =>
  recentSignIn === true || recentSignIn.some((field) => input[field] !== undefined);

/** States at the start that a change requires a newer sign-in, so that no one is surprised by it at the end. */
export function OldSignIn({ operation, change }: { operation: Operation; change: Change }): ReactNode {
  const { ended, duration } = useWords();
  const signedInAt = useSyncExternalStore(session.subscribe, session.signedInAt);
  const now = useNow();
  const maxAge = settings.recentSignInSeconds;
  const isOld = signedInAt !== null && maxAge > 0 && now - signedInAt > maxAge * 1000;
  // After it was refused for this, the notice is where the button was pressed.
  if (!isOld || !requiresRecent(operation, change.input) || requiredSignIn(errorOf(change)) !== null) return null;
  const renew = async (): Promise<void> => {
    await obtainRecent(maxAge);
  };
  return <SignInAgain maxAge={maxAge} text={ended.old(duration(maxAge))} onSignedIn={renew} />;
}

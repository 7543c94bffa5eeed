import type { ReactNode } from 'react';
import { LossQuestion } from '../LossQuestion.tsx';
import type { SecretGuard } from './use-secret-guard.ts';
import { useTexts } from './use-texts.ts';

interface NotCopiedProps {
  guard: SecretGuard;
  /** The kind of the secret, such as "Secret". */
  kind: string;
  /** Empty if it has none. */
  name: string;
}

/** The question before a secret that was not copied is lost, in the place of the buttons of its dialog. */
export function NotCopied({ guard: { stay, leave }, kind, name }: NotCopiedProps): ReactNode {
  const texts = useTexts();
  return (
    <LossQuestion
      text={texts.notCopied(kind, name)}
      stay={{ title: texts.stay, press: stay }}
      leave={{ title: texts.leave, press: leave }}
    />
  );
}

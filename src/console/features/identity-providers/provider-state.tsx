import type { ReactNode } from 'react';
import { EnabledMark } from '../../parts/marks.tsx';
import { useWords } from '../../words/index.ts';
import type { IdentityProvider } from './identity-provider.ts';

type State = Pick<IdentityProvider, 'isEnabled' | 'isShown' | 'isRequired' | 'lastError'>;

/** Whether people can sign in with it, whether they must, and whether sign-in pages show it. */
export function ProviderState({ isEnabled, isShown, isRequired, lastError }: State): ReactNode {
  const { identityProviders: texts } = useWords();
  const others = [...(isRequired ? [texts.required] : []), ...(isShown ? [] : [texts.hidden])];
  return (
    <span className="row tight inline">
      <EnabledMark isEnabled={isEnabled} isFailing={isEnabled && lastError !== null} />
      {others.map((word) => (
        <span key={word} className="chip">
          {word}
        </span>
      ))}
    </span>
  );
}

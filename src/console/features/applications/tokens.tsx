import type { ReactNode } from 'react';
import { changesOf } from '../../parts/ChangeButton.tsx';
import { Facts } from '../../parts/record/Facts.tsx';
import { useWords } from '../../words/index.ts';
import { useApplication } from './application.ts';

/** Which tokens an application gets, and for how long people stay signed in to it. A service has no choice. */
export function Tokens(): ReactNode {
  const application = useApplication();
  const { applications: texts, common, label } = useWords();
  const { id, type, isBuiltIn, grantTypes, idTokenSigningAlg, pkceRequired } = application;
  const { sessionLimitSeconds, sessionIdleLimitSeconds } = application;
  const signsPeopleIn = type !== 'MACHINE_TO_MACHINE';
  const values = { grantTypes, idTokenSigningAlg, sessionLimitSeconds, sessionIdleLimitSeconds };
  const editable = type === 'TRADITIONAL_WEB' ? { ...values, pkceRequired } : values;
  return (
    <section className="card padded stack tight" aria-labelledby="tokens">
      <div className="row">
        <h2 id="tokens" className="grow">
          {texts.tokens}
        </h2>
        {isBuiltIn || !signsPeopleIn
          ? null
          : changesOf({ applicationId: id })(common.edit, 'updateApplication', editable)}
      </div>
      <Facts facts={[[texts.grants, grantTypes.map(label).join(', ')], ...useSignInFacts()]} />
      <p className="soft">{texts.tokensText}</p>
    </section>
  );
}

/** Facts that only applications have to which people sign in. */
function useSignInFacts(): (readonly [string, string])[] {
  const { applications: texts, list, label, duration } = useWords();
  const { type, idTokenSigningAlg, pkceRequired, sessionLimitSeconds, sessionIdleLimitSeconds } = useApplication();
  if (type === 'MACHINE_TO_MACHINE') return [];
  const limit = (seconds: number | null): string => (seconds === null ? texts.ofPolicy : duration(seconds));
  return [
    [texts.algorithm, idTokenSigningAlg],
    [label('pkceRequired'), pkceRequired ? list.yes : list.no],
    [label('sessionLimitSeconds'), limit(sessionLimitSeconds)],
    [label('sessionIdleLimitSeconds'), limit(sessionIdleLimitSeconds)],
  ];
}

import { SegmentedControl } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { useAddress } from '../../../data/use-address.ts';
import { useMay, useMayRun } from '../../../data/viewer.ts';
import { trialAnchor } from '../../../parts/exchange-rules/pages.ts';
import { useShownByAddress } from '../../../parts/use-shown-by-address.ts';
import { type Application, hasExpired, useApplication } from '../application.ts';
import { ExchangeTrial } from './exchange-trial.tsx';
import { SignInTrial } from './sign-in-trial.tsx';
import { TokenTrial } from './token-trial.tsx';
import { useTexts } from './use-texts.ts';

type Way = 'signIn' | 'token' | 'exchange';

/** The ways in which an application of a type can show that it works. */
const waysOf = ({ type, grantTypes, tokenExchange }: Application): Way[] => [
  ...(grantTypes.includes('AUTHORIZATION_CODE') ? (['signIn'] as const) : []),
  ...(type === 'MACHINE_TO_MACHINE' ? (['token'] as const) : []),
  ...(tokenExchange.isAllowed ? (['exchange'] as const) : []),
];

/** The ways that the person may try. A trial that has begun is shown to a person who comes back from it. */
function useWays(application: Application): Way[] {
  const { trial } = useAddress();
  const mayStart = useMayRun()('startSignInTrial');
  const mayReadApis = useMay()('resources:read');
  const isPermitted = { signIn: mayStart || trial !== undefined, token: mayReadApis, exchange: mayReadApis };
  return waysOf(application).filter((way) => isPermitted[way]);
}

const trials: Record<Way, () => ReactNode> = { signIn: SignInTrial, token: TokenTrial, exchange: ExchangeTrial };

/** The end of setting up an application: it is used once, in front of the person who has set it up. */
export default function TryIt(): ReactNode {
  const application = useApplication();
  const texts = useTexts();
  const ways = useWays(application);
  const { hash } = useLocation();
  const heading = useShownByAddress(trialAnchor);
  const [chosen, choose] = useState<Way>();
  useEffect(() => {
    if (hash === trialAnchor) choose('exchange');
  }, [hash]);
  const way = ways.find((one) => one === chosen) ?? ways[0];
  if (application.isBuiltIn || way === undefined) return null;
  const Trial = trials[way];
  return (
    <section className="card padded stack" aria-labelledby="try-it">
      <h2 id="try-it" ref={heading} tabIndex={-1}>
        {texts.title}
      </h2>
      {application.isSuspended ? (
        <p className="notice">{hasExpired(application) ? texts.expired : texts.suspended}</p>
      ) : (
        <>
          {ways.length > 1 ? (
            <SegmentedControl
              className="at-start"
              size="xs"
              aria-label={texts.title}
              value={way}
              onChange={choose}
              data={ways.map((value) => ({ value, label: texts.ways[value] }))}
            />
          ) : null}
          <Trial key={way} />
        </>
      )}
    </section>
  );
}

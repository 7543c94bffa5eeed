import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { usePreferences } from '../../data/preferences/preferences.ts';
import { Loading } from '../../parts/Loading.tsx';
import { Steps } from '../../parts/Steps.tsx';
import { useSteps } from './use-steps.ts';
import { useTexts } from './use-texts.ts';

/** Whether the way was open in this visit: it ends on another page. */
let wasOpen = false;

/** The way to the first exchange, unless it was put away. */
export function FirstSteps(): ReactNode {
  return usePreferences()?.document.firstSteps === 'away' ? null : <Way />;
}

/** The way, as far as the viewer can take it. It goes with the visit in which it has ended. */
function Way(): ReactNode {
  const { overview: texts } = useTexts();
  const preferences = usePreferences();
  const { steps, number, isEnded, another } = useSteps();
  const isOpen = steps !== null && number > 0 && !isEnded;
  useEffect(() => {
    if (isOpen) wasOpen = true;
  }, [isOpen]);
  if (number === 0) return null;
  if (!steps) return <Loading lines={number} />;
  if (isEnded)
    return wasOpen ? (
      <p role="status" className="notice" data-kind="good">
        ✓ {texts.ended} <Link {...another}>{texts.connectAnother}</Link>
      </p>
    ) : null;
  return (
    <section className="card padded stack tight">
      <div className="row">
        <h2 className="grow">{texts.steps}</h2>
        {preferences ? (
          <Button variant="subtle" onClick={() => void preferences.save({ firstSteps: 'away' })}>
            {texts.away}
          </Button>
        ) : null}
      </div>
      <Steps label={texts.steps} steps={steps} />
    </section>
  );
}

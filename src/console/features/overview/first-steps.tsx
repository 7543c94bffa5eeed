import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { usePreferences } from '../../data/preferences/preferences.ts';
import { Loading } from '../../parts/Loading.tsx';
import { Steps } from '../../parts/Steps.tsx';
import { useHasBeen } from '../../parts/use-has-been.ts';
import { useSteps } from './use-steps.ts';
import { useTexts } from './use-texts.ts';

/** The way to the first exchange, as far as the viewer can take it. It goes when it has ended. */
export function FirstSteps(): ReactNode {
  const { overview: texts } = useTexts();
  const preferences = usePreferences();
  const { steps, number, isEnded } = useSteps();
  const wasOpen = useHasBeen(steps !== null && !isEnded);
  if (preferences?.document.firstSteps === 'away' || number === 0) return null;
  if (!steps) return <Loading lines={number} />;
  if (isEnded)
    return wasOpen ? (
      <p role="status" className="notice" data-kind="good">
        ✓ {texts.ended}
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

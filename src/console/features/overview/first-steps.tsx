import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { usePreferences } from '../../data/preferences.ts';
import { Loading } from '../../parts/Loading.tsx';
import { useHasBeen } from '../../parts/use-has-been.ts';
import { useWords } from '../../words/index.ts';
import { type Step, useSteps } from './use-steps.ts';
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
  const next = steps.find(({ isDone }) => !isDone);
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
      <ol className="plain-list first-steps" aria-label={texts.steps}>
        {steps.map((step) => (
          <StepRow key={step.text} step={step} isNext={step === next} />
        ))}
      </ol>
    </section>
  );
}

/** A step: what it makes is begun here, in a dialog above this page. */
function StepRow({ step: { text, to, isDone, other }, isNext }: { step: Step; isNext: boolean }): ReactNode {
  const words = useWords();
  return (
    <li aria-current={isNext ? 'step' : undefined}>
      <span className={isDone ? 'good' : 'soft'} aria-hidden="true">
        {isDone ? '✓' : '○'}
      </span>
      <span>
        {to ? <Link {...to}>{text}</Link> : text}
        {isDone ? <span className="visually-hidden"> {words.change.done}</span> : null}
        {other && !isDone ? (
          <span className="soft">
            {' '}
            <Link {...other.to}>{other.text}</Link>
          </span>
        ) : null}
      </span>
    </li>
  );
}

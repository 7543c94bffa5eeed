import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { graphql } from '../../data/graphql.ts';
import { useMay, useMayRun } from '../../data/viewer.ts';
import { SignInAgain } from '../../parts/change/sign-in/SignInAgain.tsx';
import { Fault } from '../../parts/Fault.tsx';
import { LatestTests } from '../../parts/tests/LatestTests.tsx';
import { TestSteps } from '../../parts/tests/TestSteps.tsx';
import { Who } from '../../parts/identity/Who.tsx';
import { useWords } from '../../words/index.ts';
import { useIdentityProvider } from './identity-provider.ts';
import { type SettingsTest, useTest } from './use-test.ts';
import { useTrial } from './use-trial.ts';
import { usePageTexts } from './use-page-texts.ts';

/** The test of an identity provider that is set up. */
export function TestSection(): ReactNode {
  const { id } = useIdentityProvider();
  const texts = usePageTexts();
  const test = useTest(id);
  return (
    <section className="card padded stack tight">
      <h2>{texts.test}</h2>
      <p className="soft">{texts.testText}</p>
      <TestButtons test={test} />
      <TestOutcome test={test} />
    </section>
  );
}

/** The buttons of the test and of the trial sign-in, which change nothing. `isNext`: someone has come for the test. */
export function TestButtons({ test, isNext = false }: { test: SettingsTest; isNext?: boolean }): ReactNode {
  const texts = usePageTexts();
  const { change } = useWords();
  if (!useMayRun()('testIdentityProvider'))
    return <p className="notice">{change.lacking('identity-providers:write')}</p>;
  return (
    <div className="row">
      <Button variant={isNext ? 'filled' : 'default'} loading={test.isRunning} onClick={() => void test.start()}>
        {test.outcome === null ? texts.test : texts.testAgain}
      </Button>
      <TrialButton />
    </div>
  );
}

/** Leaves for the provider, and comes back to what it states and what would follow. */
function TrialButton(): ReactNode {
  const { id } = useIdentityProvider();
  const texts = usePageTexts();
  const { isRunning, error, maxAge, start } = useTrial(id);
  if (maxAge !== null) return <SignInAgain maxAge={maxAge} onSignedIn={start} />;
  if (error) return <Fault error={error} />;
  return (
    <Button variant="default" loading={isRunning} onClick={() => void start()}>
      {texts.trial}
    </Button>
  );
}

/** The steps of the latest run, or why there was none. */
export function TestOutcome({ test: { outcome, isPassed, maxAge, start } }: { test: SettingsTest }): ReactNode {
  const texts = usePageTexts();
  if (outcome === null) return null;
  if (maxAge !== null) return <SignInAgain maxAge={maxAge} onSignedIn={start} />;
  if (outcome.error) return <Fault error={outcome.error} />;
  return (
    <div className="stack tight">
      <TestSteps steps={outcome.steps} />
      {isPassed ? <p className="good">{texts.passed}</p> : null}
    </div>
  );
}

const TestsDocument = graphql(`
  query IdentityProviderTests($id: ID!, $after: String) {
    page: events(
      first: 10, after: $after, filter: { subjectId: $id, types: [IDENTITY_PROVIDER_TESTED] }
      orderBy: { field: POSITION, direction: DESC }
    ) {
      nodes { id timestamp actor { kind recordId: id label } ... on IdentityProviderTestedEvent { failure } }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

/** The outcomes of earlier tests, for those who may read events. */
export function EarlierTests({ id }: { id: string }): ReactNode {
  const words = useWords();
  const texts = usePageTexts();
  if (!useMay()('events:read')) return null;
  return (
    <LatestTests
      id={id}
      type="IdentityProvider.Tested"
      document={TestsDocument}
      title={texts.tests}
      empty={texts.noTests}
      show={(event) =>
        'failure' in event
          ? {
              isFailed: event.failure !== null,
              outcome: event.failure ? texts.failedAt(words.label(event.failure)) : words.state.passed,
              detail: (
                <>
                  {words.common.by} <Who id={event.actor.recordId} label={event.actor.label} />
                </>
              ),
            }
          : null
      }
    />
  );
}

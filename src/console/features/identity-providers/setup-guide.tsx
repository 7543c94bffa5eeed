import { type ReactNode, Suspense } from 'react';
import { ChangeButton } from '../../parts/ChangeButton.tsx';
import { presetOf } from '../../parts/identity-providers/presets.ts';
import { Registration } from '../../parts/identity-providers/Registration.tsx';
import { Step } from '../../parts/identity-providers/Step.tsx';
import { useWords } from '../../words/index.ts';
import { useIdentityProvider } from './identity-provider.ts';
import { clientIdOf } from './protocol-settings.tsx';
import { hasSecret, needsSecret, SecretButton } from './secrets.tsx';
import { type SettingsTest, useTest } from './use-test.ts';
import { TestButtons, TestOutcome } from './test.tsx';
import { usePageTexts } from './use-page-texts.ts';

/** The steps from a new identity provider to the first sign-in with it. It is put away after that. */
export function SetupGuide(): ReactNode {
  const provider = useIdentityProvider();
  const texts = usePageTexts();
  const test = useTest(provider.id);
  const preset = presetOf(provider.preset);
  return (
    <section className="card padded stack" aria-labelledby="set-up">
      <h2 id="set-up">{texts.setUp(provider.displayName)}</h2>
      <ol className="plain-list stack steps" aria-labelledby="set-up">
        <Suspense fallback={<Unread />}>{preset ? <Registration preset={preset} id={provider.id} /> : null}</Suspense>
        {needsSecret(provider) ? <Credentials /> : null}
        <Test test={test} />
        <Enable isTested={test.isPassed} />
        <FirstSignIn />
      </ol>
    </section>
  );
}

/** In the place of two steps until their texts are there. */
const Unread = (): ReactNode => (
  <>
    <li className="step" aria-busy="true" />
    <li className="step" />
  </>
);

function Credentials(): ReactNode {
  const provider = useIdentityProvider();
  const texts = usePageTexts();
  const { label } = useWords();
  const isSet = hasSecret(provider);
  return (
    <Step title={texts.credentials} isDone={isSet}>
      <p className="soft">
        {label('clientId')} <code>{clientIdOf(provider)}</code>. {isSet ? texts.secretIsSet : texts.secretIsMissing}
      </p>
      {isSet ? null : <SecretButton isNext />}
    </Step>
  );
}

function Test({ test }: { test: SettingsTest }): ReactNode {
  const provider = useIdentityProvider();
  const texts = usePageTexts();
  const isNext = hasSecret(provider) && !provider.isEnabled && !test.isPassed;
  return (
    <Step title={texts.test} isDone={test.isPassed}>
      <p className="soft">{texts.testText}</p>
      <TestButtons test={test} isNext={isNext} />
      <TestOutcome test={test} />
    </Step>
  );
}

/** `isTested`: it is what comes next. */
function Enable({ isTested }: { isTested: boolean }): ReactNode {
  const provider = useIdentityProvider();
  const texts = usePageTexts();
  const { common } = useWords();
  const { id, isEnabled } = provider;
  return (
    <Step title={texts.enable} isDone={isEnabled}>
      <p className="soft">{isEnabled ? texts.isEnabled : texts.enableText}</p>
      {isEnabled || !hasSecret(provider) ? null : (
        <span className="row">
          <ChangeButton
            operation="setIdentityProviderEnabled"
            input={{ identityProviderId: id, isEnabled: true }}
            variant={isTested ? 'filled' : 'default'}
          >
            {common.enable}…
          </ChangeButton>
        </span>
      )}
    </Step>
  );
}

function FirstSignIn(): ReactNode {
  const { isEnabled, lastSucceededAt } = useIdentityProvider();
  const texts = usePageTexts();
  return (
    <Step title={texts.firstSignIn} isDone={lastSucceededAt !== null}>
      {isEnabled ? (
        <>
          <p className="soft">{texts.waiting}</p>
          <a href="/account/security" target="_blank" rel="noreferrer">
            {texts.openSignIn} ↗
          </a>
        </>
      ) : null}
    </Step>
  );
}

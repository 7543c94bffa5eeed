import type { ReactNode } from 'react';
import { Registration } from './Registration.tsx';
import { Step } from './Step.tsx';
import { presetOf } from './presets.ts';
import { useTexts } from './use-texts.ts';

/** The steps at a service before the form of a new identity provider is filled in. */
export default function RegistrationGuide({ input }: { input: Readonly<Record<string, unknown>> }): ReactNode {
  const texts = useTexts();
  const preset = presetOf(input['preset']);
  const { id } = input;
  // An address without an id is someone else's: the page of the new identity provider has these steps, too.
  if (!preset || typeof id !== 'string') return null;
  return (
    <ol className="plain-list stack steps" aria-label={texts.steps}>
      <Registration preset={preset} id={id} />
      <Step title={texts.paste}>
        <p className="soft">{texts.credentials(preset.name)}</p>
      </Step>
    </ol>
  );
}

import type { ReactNode } from 'react';
import { newRecordId } from '../../../data/records/new-record-id.ts';
import { providerPresetOf } from '../../../../vocabulary/identity-providers/identity-provider-presets.ts';
import { PresetMark } from '../../identity-providers/PresetMark.tsx';
import { inGraphQL } from '../../../data/preset-name.ts';
import { providerPresetNames } from '../../identity-providers/presets.ts';
import { useTexts } from '../../identity-providers/use-texts.ts';
import type { BeginningProps } from './beginning-props.ts';
import { Choices } from './Choices.tsx';

/** The choice of a service. The id is made here: the service has to know the address before the record exists. */
export default function IdentityProviderPresets({ begin }: BeginningProps): ReactNode {
  const texts = useTexts();
  return (
    <div className="stack tight">
      <p>{texts.choose}</p>
      <Choices
        label={texts.choose}
        choices={providerPresetNames.map((name) => ({
          key: name,
          mark: <PresetMark name={name} />,
          title: providerPresetOf(name).label,
          text: texts.presets[name],
          choose: () => begin({ preset: inGraphQL(name), id: newRecordId('idp') }),
        }))}
      />
    </div>
  );
}

import type { ReactNode } from 'react';
import { useViewer } from '../../data/viewer.ts';
import { Copy } from '../marks.tsx';
import { Step } from './Step.tsx';
import { entityIdOf, type Preset, returnAddressOf } from './presets.ts';
import { useTexts } from './use-texts.ts';

interface Props {
  preset: Preset;
  /** The id of the identity provider, which may be one that is created later. */
  id: string;
}

/** The steps at the service: where the platform is registered, and the address that goes there. */
export function Registration({ preset: { name, label, protocol, registration }, id }: Props): ReactNode {
  const texts = useTexts();
  const { issuer } = useViewer();
  const isService = registration.url !== null;
  return (
    <>
      <Step title={isService ? texts.register(label) : texts.registerElsewhere}>
        <p className="soft">{texts.how[name]}</p>
        {registration.url === null ? null : (
          <a href={registration.url} target="_blank" rel="noreferrer">
            {texts.open(label)} ↗
          </a>
        )}
      </Step>
      <Step title={texts.copy}>
        {protocol === 'saml' ? <CopiedAddress field={texts.entityId} address={entityIdOf(issuer, id)} /> : null}
        <CopiedAddress field={texts.into(texts.redirectUri(name))} address={returnAddressOf(issuer, id)} />
      </Step>
    </>
  );
}

/** An address of the platform, and the field of the service that it goes into. */
function CopiedAddress({ field, address }: { field: string; address: string }): ReactNode {
  const texts = useTexts();
  return (
    <>
      <p className="soft">{field}</p>
      <span className="row tight unwrapped copied-address">
        <code>{address}</code>
        <Copy text={address} label={texts.copyAddress} />
      </span>
    </>
  );
}

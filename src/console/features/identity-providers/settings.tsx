import type { ReactNode } from 'react';
import { useMay } from '../../data/viewer.ts';
import { changesOf } from '../../parts/ChangeButton.tsx';
import { Facts } from '../../parts/record/Facts.tsx';
import { useWords } from '../../words/index.ts';
import { meanings, useIdentityProvider } from './identity-provider.ts';
import { Addresses, ProtocolSettings } from './protocol-settings.tsx';
import { Secrets } from './secrets.tsx';
import { SignInSettings } from './sign-in-settings.tsx';
import { usePageTexts } from './use-page-texts.ts';

/** All settings of an identity provider, and how it ends. */
export const IdentityProviderSettings = (): ReactNode => (
  <>
    <Addresses />
    <div className="columns">
      <div className="stack">
        <ProtocolSettings />
        <Secrets />
      </div>
      <Claims />
    </div>
    <SignInSettings />
    <Danger />
  </>
);

/** The claims that are read, beside what they mean. */
function Claims(): ReactNode {
  const { id, claims } = useIdentityProvider();
  const texts = usePageTexts();
  const { common, record } = useWords();
  return (
    <section className="card padded stack tight">
      <div className="row">
        <h2 className="grow">{texts.claims}</h2>
        {changesOf({ identityProviderId: id })(common.edit, 'updateIdentityProvider', { claims })}
      </div>
      <Facts
        facts={meanings.map((meaning) => {
          const name = claims[meaning];
          return [texts.meanings[meaning], name === null ? record.nothing : <code key={meaning}>{name}</code>];
        })}
      />
    </section>
  );
}

/** The changes with which people can no longer sign in. */
function Danger(): ReactNode {
  const { id, isEnabled } = useIdentityProvider();
  const texts = usePageTexts();
  const { common } = useWords();
  const button = changesOf({ identityProviderId: id });
  if (!useMay()('identity-providers:write')) return null;
  return (
    <section className="card padded stack tight">
      <h2>{texts.danger}</h2>
      <div className="row">
        <p className="grow soft">{isEnabled ? texts.wouldDisable : texts.wouldEnable}</p>
        {button(isEnabled ? common.disable : common.enable, 'setIdentityProviderEnabled', { isEnabled: !isEnabled })}
      </div>
      <div className="row">
        <p className="grow soft">{texts.wouldDelete}</p>
        {button(common.delete, 'deleteIdentityProvider')}
      </div>
    </section>
  );
}

import type { ReactNode } from 'react';
import { ChangeButton } from '../../parts/ChangeButton.tsx';
import { Facts } from '../../parts/record/Facts.tsx';
import { type IdentityProvider, useIdentityProvider } from './identity-provider.ts';
import { usePageTexts } from './use-page-texts.ts';

/** Whether administrators give it a secret. The key that signs requests of SAML is made by the platform. */
export const needsSecret = ({ protocol }: IdentityProvider): boolean => protocol !== 'SAML';

/** The secret by which the platform authenticates. */
const secretOf = ({ oidc }: IdentityProvider): 'clientSecret' | 'privateKey' =>
  oidc?.authentication === 'APPLE_CLIENT_SECRET' ? 'privateKey' : 'clientSecret';

export const hasSecret = (provider: IdentityProvider): boolean =>
  !needsSecret(provider) || provider.secretNames.includes(secretOf(provider));

/** Opens the form with the secret alone. `isNext`: nothing goes on without it. */
export function SecretButton({ isNext = false }: { isNext?: boolean }): ReactNode {
  const provider = useIdentityProvider();
  const texts = usePageTexts();
  return (
    <span className="row">
      <ChangeButton
        operation="updateIdentityProvider"
        input={{ identityProviderId: provider.id, secrets: {} }}
        variant={isNext ? 'filled' : 'default'}
      >
        {hasSecret(provider) ? texts.replaceSecret : texts.setSecret}…
      </ChangeButton>
    </span>
  );
}

/** Which secret is set. Its value is never shown. */
export function Secrets(): ReactNode {
  const provider = useIdentityProvider();
  const texts = usePageTexts();
  const isSet = hasSecret(provider);
  if (!needsSecret(provider)) return null;
  return (
    <section className="card padded stack tight">
      <div className="row">
        <h2 className="grow">{texts.secrets}</h2>
        <SecretButton />
      </div>
      <p className="soft">{texts.secretsText}</p>
      <Facts
        facts={[
          [
            texts.secretNames[secretOf(provider)],
            <span key="secret" className={isSet ? 'good' : 'bad'}>
              {isSet ? texts.isSet : texts.isMissing}
            </span>,
          ],
        ]}
      />
    </section>
  );
}

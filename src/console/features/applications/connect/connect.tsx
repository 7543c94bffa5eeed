import { lazy, type ReactNode, Suspense } from 'react';
import { useViewer } from '../../../data/viewer.ts';
import { Loading } from '../../../parts/Loading.tsx';
import { Copy, Id } from '../../../parts/marks.tsx';
import { Facts } from '../../../parts/record/Facts.tsx';
import { useApplication } from '../application.ts';
import { ExchangeCode, MachineCode, SignInCode } from './connect-code.tsx';
import { ConnectSteps } from './connect-steps.tsx';
import { NewSecret } from '../new-secret.tsx';
import { useConnectTexts } from './use-connect-texts.ts';

const TryIt = lazy(() => import('../try/try-it.tsx'));

/**
 * The tab with which a developer connects an application: a secret that was just made, its addresses, code with its own
 * ids, and a trial of all that.
 */
export function ApplicationConnect(): ReactNode {
  const { grantTypes, tokenExchangeAllowed } = useApplication();
  return (
    <>
      <NewSecret isAtCode />
      {tokenExchangeAllowed ? <ConnectSteps /> : null}
      <Addresses />
      {grantTypes.includes('AUTHORIZATION_CODE') ? <SignInCode /> : null}
      {grantTypes.includes('CLIENT_CREDENTIALS') ? <MachineCode /> : null}
      {tokenExchangeAllowed ? <ExchangeCode /> : null}
      <Suspense fallback={<Loading lines={4} />}>
        <TryIt />
      </Suspense>
    </>
  );
}

function Addresses(): ReactNode {
  const { id } = useApplication();
  const texts = useConnectTexts();
  const { issuer } = useViewer();
  return (
    <section className="card padded stack tight">
      <h2>{texts.addresses}</h2>
      <Facts
        facts={[
          [texts.clientId, <Id key="id" id={id} />],
          [texts.issuer, <Address key="issuer" address={issuer} />],
          [texts.discovery, <Address key="discovery" address={`${issuer}/.well-known/openid-configuration`} />],
          [texts.token, <Address key="token" address={`${issuer}/token`} />],
        ]}
      />
    </section>
  );
}

const Address = ({ address }: { address: string }): ReactNode => (
  <span className="row tight inline">
    <code>{address}</code>
    <Copy text={address} />
  </span>
);

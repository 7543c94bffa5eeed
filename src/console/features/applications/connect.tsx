import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Facts } from '../../parts/record/Facts.tsx';
import { Copy, Id } from '../../parts/marks.tsx';
import { Snippets } from '../../parts/Snippets.tsx';
import { useViewer } from '../../data/viewer.ts';
import { useWords } from '../../words/index.ts';
import { type Application, useApplication } from './application.ts';
import { machineSnippets, nativeSnippets, pageSnippets } from './connect-snippets.ts';
import { webSnippets } from './web-snippets.ts';

/** The tab with what a developer needs to connect an application: its addresses, and code with its own ids. */
export function ApplicationConnect(): ReactNode {
  const { id, type, grantTypes, redirectUris, tokenExchangeAllowed } = useApplication();
  const { connect: texts, tokenExchange } = useWords();
  const { issuer } = useViewer();
  const values = { issuer, clientId: id, redirectUri: redirectUris[0] ?? exampleOf(type) };
  return (
    <>
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
      {grantTypes.includes('AUTHORIZATION_CODE') ? (
        <section className="card padded stack tight">
          <h2>{texts.signIn}</h2>
          <p className="soft">{redirectUris.length === 0 ? texts.noRedirectUri : texts.signInText[type]}</p>
          <Snippets label={texts.signIn} snippets={signInSnippets[type](values)} />
        </section>
      ) : null}
      {grantTypes.includes('CLIENT_CREDENTIALS') ? (
        <section className="card padded stack tight">
          <h2>{texts.machine}</h2>
          <p className="soft">{texts.machineText}</p>
          <Snippets label={texts.machine} snippets={machineSnippets(values)} />
        </section>
      ) : null}
      {tokenExchangeAllowed ? (
        <p className="notice">
          <Link to={`/applications/${id}/settings`}>{tokenExchange.title}</Link>: {texts.exchange}
        </p>
      ) : null}
    </>
  );
}

const signInSnippets = {
  MACHINE_TO_MACHINE: machineSnippets,
  NATIVE: nativeSnippets,
  SINGLE_PAGE: pageSnippets,
  TRADITIONAL_WEB: webSnippets,
} as const;

const exampleOf = (type: Application['type']): string =>
  type === 'NATIVE' ? 'com.example.app:/callback' : 'https://app.example.com/callback';

const Address = ({ address }: { address: string }): ReactNode => (
  <span className="row tight inline">
    <code>{address}</code>
    <Copy text={address} />
  </span>
);

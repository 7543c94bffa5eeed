import type { ReactNode } from 'react';
import { markCopied, useNewSecret } from '../../../data/new-secrets.ts';
import { useViewer } from '../../../data/viewer.ts';
import { ChangeButton } from '../../../parts/ChangeButton.tsx';
import { Code } from '../../../parts/code/Code.tsx';
import { LinkButton } from '../../../parts/LinkButton.tsx';
import { Snippets } from '../../../parts/code/Snippets.tsx';
import { useWords } from '../../../words/index.ts';
import { ApiPicker } from '../api-picker.tsx';
import { type Application, useApplication } from '../application.ts';
import { type SnippetValues, machineSnippets, nativeSnippets, pageSnippets } from './connect-snippets.ts';
import { type Environment, environmentSnippet } from './environment-snippet.ts';
import { exchangeSnippets } from './exchange-snippets.ts';
import { isConfidential } from '../secrets.tsx';
import { useApi } from '../use-api.ts';
import { webSnippets } from './web-snippets.ts';
import { useConnectTexts } from './use-connect-texts.ts';

const signInSnippets = {
  MACHINE_TO_MACHINE: machineSnippets,
  NATIVE: nativeSnippets,
  SINGLE_PAGE: pageSnippets,
  TRADITIONAL_WEB: webSnippets,
} as const;

/** A redirect URI with which the code works at once, on the machine of a developer. */
const exampleOf = (type: Application['type']): string =>
  type === 'NATIVE' ? 'com.example.app:/callback' : 'http://localhost:8080/callback';

/** The values that are in the code. */
function useSnippetValues(): SnippetValues {
  const { id, type, redirectUris } = useApplication();
  const { issuer } = useViewer();
  return { issuer, clientId: id, redirectUri: redirectUris[0] ?? exampleOf(type) };
}

export function SignInCode(): ReactNode {
  const application = useApplication();
  const { type, redirectUris } = application;
  const texts = useConnectTexts();
  const { api } = useApi('served');
  const scopes = api?.scopes?.nodes.map(({ name }) => name) ?? [];
  const values = { ...useSnippetValues(), served: api ? { indicator: api.indicator, scopes } : undefined };
  return (
    <section className="card padded stack tight">
      <h2>{texts.signIn}</h2>
      <p className="soft">
        {texts.signInText[type]} {api ? texts.tokenFor(api.displayName) : ''}
      </p>
      {redirectUris.length === 0 ? <AddAddress redirectUri={values.redirectUri} /> : null}
      {isConfidential(application) ? <EnvironmentCode /> : null}
      <Snippets label={texts.signIn} snippets={signInSnippets[type](values)} />
    </section>
  );
}

/** The redirect URI that the code has, which the application lacks. */
function AddAddress({ redirectUri }: { redirectUri: string }): ReactNode {
  const { id, type, corsOrigins } = useApplication();
  const texts = useConnectTexts();
  const origins = type === 'SINGLE_PAGE' ? { corsOrigins: [...corsOrigins, new URL(redirectUri).origin] } : {};
  return (
    <div className="notice row" data-kind="warn">
      <span className="grow">
        {texts.noRedirectUri} <code>{redirectUri}</code>
      </span>
      <ChangeButton
        operation="updateApplication"
        input={{ applicationId: id, redirectUris: [redirectUri], ...origins }}
      >
        {texts.addAddress}…
      </ChangeButton>
    </div>
  );
}

/** Code that calls an API as the application itself. */
export function MachineCode(): ReactNode {
  const texts = useConnectTexts();
  const choice = useApi('called');
  return (
    <section className="card padded stack tight">
      <h2>{texts.machine}</h2>
      <p className="soft">{texts.machineText}</p>
      <ApiPicker {...choice} label={texts.calledApi} />
      <EnvironmentCode api={{ resource: choice.api?.indicator }} />
      <Snippets label={texts.machine} snippets={machineSnippets(useSnippetValues())} />
    </section>
  );
}

/** Code that exchanges the token of a person for one of the next API. */
export function ExchangeCode(): ReactNode {
  const texts = useConnectTexts();
  const { navigation } = useWords();
  const choice = useApi('next');
  const { id } = choice;
  const { issuer, clientId } = useSnippetValues();
  return (
    <section className="card padded stack tight">
      <div className="row">
        <h2 className="grow">{texts.exchange}</h2>
        <LinkButton to="/explain" search={{ app: clientId, ...(id ? { resource: id } : {}) }}>
          {navigation.explain}
        </LinkButton>
      </div>
      <p className="soft">{texts.exchangeText}</p>
      <ApiPicker {...choice} label={texts.calledApi} />
      <EnvironmentCode api={{ resource: choice.api?.indicator }} withUserToken />
      <Snippets label={texts.exchange} snippets={exchangeSnippets(issuer, clientId)} />
    </section>
  );
}

/** The environment that the code reads. A secret that was just made is copied with it. */
function EnvironmentCode(environment: Omit<Environment, 'secret'>): ReactNode {
  const { id } = useApplication();
  const texts = useConnectTexts();
  const secret = useNewSecret(id)?.value;
  return (
    <>
      <h3>{texts.environment}</h3>
      <Code
        label={texts.environment}
        copied={environmentSnippet({ ...environment, secret })}
        onCopied={() => markCopied(id)}
      >
        {environmentSnippet({ ...environment, secret: secret && '••••••••' })}
      </Code>
      {environment.api ? <p className="soft">{texts.apiUrl}</p> : null}
      <h3>{texts.program}</h3>
    </>
  );
}

import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useViewer } from '../../../data/viewer.ts';
import { Code } from '../../../parts/code/Code.tsx';
import { LinkButton } from '../../../parts/LinkButton.tsx';
import { ApiPicker } from '../api-picker.tsx';
import { useApplication } from '../application.ts';
import { useApi } from '../use-api.ts';
import { CheckList } from './check-list.tsx';
import { ClaimsTable } from './claims.tsx';
import { HoldsNone } from './holds-none.tsx';
import { Refusal } from './refusal.tsx';
import { RoleWithScopes } from './role-with-scopes.tsx';
import { type Exchanged, exchangeForm, useExchangeTrial } from './use-exchange-trial.ts';
import { useSecret } from './use-secret.tsx';
import { useTexts } from './use-texts.ts';

/** A whole exchange with the viewer's own token: from the API that received it to the one that is called. */
export function ExchangeTrial(): ReactNode {
  const texts = useTexts();
  const from = useApi('served');
  const to = useApi('next');
  const { secret, field } = useSecret();
  const { outcome, isRunning, start } = useExchangeTrial();
  const { name } = useViewer();
  const apis = from.api && to.api ? { from: from.api, to: to.api } : null;
  return (
    <>
      <p className="soft">{texts.exchangeText(name)}</p>
      <div className="question">
        <ApiPicker {...from} label={texts.from} description={texts.fromText} />
        <ApiPicker {...to} label={texts.to} description={texts.toText} />
        {field}
      </div>
      {to.api && !outcome ? <HoldsNone api={to.api} /> : null}
      <div className="row">
        <Button loading={isRunning} disabled={!apis || secret === ''} onClick={() => apis && void start(apis, secret)}>
          {texts.exchange}
        </Button>
      </div>
      <div aria-live="polite" className="stack">
        {outcome ? <Outcome outcome={outcome} /> : null}
      </div>
    </>
  );
}

function Outcome({ outcome }: { outcome: NonNullable<ReturnType<typeof useExchangeTrial>['outcome']> }): ReactNode {
  const { id: app } = useApplication();
  const { id: user } = useViewer();
  if ('claims' in outcome) return <Exchange {...outcome} />;
  const { failure, apis } = outcome;
  const isOfPerson = typeof failure === 'object' && failure.error !== 'invalid_client';
  const explain = isOfPerson ? { app, user, resource: apis.to.indicator } : undefined;
  return <Refusal failure={failure} explain={explain} />;
}

/** The steps of an exchange, each with what is in it. */
function Exchange({ from, to, subject, response, claims, checks }: Exchanged): ReactNode {
  const texts = useTexts();
  const { issuer, name, id: user } = useViewer();
  const { id } = useApplication();
  const form = Object.entries({ ...exchangeForm({ from, to }), subject_token: '••••••••' });
  const request = [
    `POST ${issuer}/token`,
    `Authorization: Basic ${id}:••••••••`,
    '',
    ...form.map(([field, value]) => `${field}=${value}`),
  ].join('\n');
  const isUseless = response.scope === '';
  return (
    <>
      <p className="notice" data-kind={isUseless ? 'warn' : 'good'} role="status">
        <strong>{texts.exchanged(from.displayName, to.displayName)}</strong> {isUseless ? texts.noScopesOfPerson : ''}
      </p>
      <span className="row">
        {isUseless ? <RoleWithScopes resourceId={to.id} /> : null}
        <LinkButton to="/explain" search={{ app: id, user, resource: to.indicator }}>
          {texts.explain}
        </LinkButton>
      </span>
      <details>
        <summary>{texts.ownToken(name, from.displayName)}</summary>
        <ClaimsTable title={texts.accessToken} claims={subject} />
      </details>
      <section className="stack tight">
        <h3>{texts.request}</h3>
        <Code label={texts.request}>{request}</Code>
        <h3>{texts.response}</h3>
        <Code label={texts.response}>{JSON.stringify({ access_token: '••••••••', ...response }, null, 2)}</Code>
      </section>
      <CheckList title={`4. ${texts.checksOf(to.displayName)}`} checks={checks} />
      <ClaimsTable title={texts.exchangedToken} claims={claims} />
    </>
  );
}

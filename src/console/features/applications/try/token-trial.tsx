import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { type Claims, decodeToken, requestToken } from '../../../data/token-endpoint.ts';
import { useViewer } from '../../../data/viewer.ts';
import { ApiPicker } from '../api-picker.tsx';
import { useApplication } from '../application.ts';
import { type Api, useApi } from '../use-api.ts';
import { CheckList } from './check-list.tsx';
import { type Check, checksOf } from './checks.ts';
import { ClaimsTable } from './claims.tsx';
import { type Failure, Refusal } from './refusal.tsx';
import { useSecret } from './use-secret.tsx';
import { useTexts } from './use-texts.ts';

/** A token that an application got: its claims, and what its API checks. The token itself is dropped. */
interface Got {
  api: Api;
  claims: Claims;
  checks: readonly Check[];
}

/** A token that a service obtains for itself, from this page. */
export function TokenTrial(): ReactNode {
  const texts = useTexts();
  const choice = useApi('called');
  const { api } = choice;
  const { secret, field } = useSecret();
  const { outcome, isRunning, start } = useTokenTrial();
  return (
    <>
      <p className="soft">{texts.tokenText}</p>
      <div className="question">
        <ApiPicker {...choice} label={texts.api} />
        {field}
      </div>
      <div className="row">
        <Button loading={isRunning} disabled={!api || secret === ''} onClick={() => api && void start(api, secret)}>
          {texts.getToken}
        </Button>
      </div>
      <div aria-live="polite" className="stack">
        {outcome ? <Outcome outcome={outcome} /> : null}
      </div>
    </>
  );
}

function useTokenTrial() {
  const { id: clientId } = useApplication();
  const { issuer } = useViewer();
  const [isRunning, setRunning] = useState(false);
  const [outcome, setOutcome] = useState<Got | Failure>();
  const attempt = async (api: Api, secret: string): Promise<Got | Failure> => {
    const fields = { grant_type: 'client_credentials', resource: api.indicator };
    const answer = await requestToken({ clientId, secret }, fields);
    const { access_token: token, error = 'invalid_request', error_description: description = null } = answer;
    if (token === undefined) return { error, description };
    const checks = await checksOf(token, { issuer, audience: api.indicator, subject: clientId, clientId });
    return { api, claims: decodeToken(token)?.claims ?? {}, checks };
  };
  return {
    isRunning,
    outcome,
    async start(api: Api, secret: string): Promise<void> {
      setRunning(true);
      setOutcome(await attempt(api, secret).catch(() => 'no-answer' as const));
      setRunning(false);
    },
  };
}

function Outcome({ outcome }: { outcome: Got | Failure }): ReactNode {
  const texts = useTexts();
  if (typeof outcome === 'string' || 'error' in outcome) return <Refusal failure={outcome} />;
  const { api, claims, checks } = outcome;
  return (
    <>
      <p className="notice" data-kind="good" role="status">
        <strong>{texts.gotToken(api.displayName)}</strong> {claims['scope'] === '' ? texts.noScopes : ''}
      </p>
      <CheckList title={texts.checksOf(api.displayName)} checks={checks} />
      <ClaimsTable title={texts.accessToken} claims={claims} />
    </>
  );
}

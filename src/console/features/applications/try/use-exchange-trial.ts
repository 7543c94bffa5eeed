import { useState } from 'react';
import { type Claims, decodeToken, obtainFor, requestToken, type TokenResponse } from '../../../data/token-endpoint.ts';
import { useViewer } from '../../../data/viewer.ts';
import { useApplication } from '../application.ts';
import type { Api } from '../use-api.ts';
import { type Check, checksOf } from './checks.ts';
import type { Failure } from './refusal.tsx';

/** The API that received the token of a person, and the one that it calls. */
interface Apis {
  from: Api;
  to: Api;
}

/** An exchange: what went in, what came out, and what the next API checks. The tokens themselves are dropped. */
export interface Exchanged extends Apis {
  /** The claims of the person's token for the first API. */
  subject: Claims;
  response: TokenResponse;
  claims: Claims;
  checks: readonly Check[];
}

/** A failure, with the exchange that can be explained. */
interface Failed {
  failure: Failure;
  apis: Apis;
}

const grantType = 'urn:ietf:params:oauth:grant-type:token-exchange';
const tokenType = 'urn:ietf:params:oauth:token-type:access_token';

/** The form of the exchange, without the tokens. */
export const exchangeForm = ({ to }: Apis) => ({
  grant_type: grantType,
  subject_token_type: tokenType,
  resource: to.indicator,
});

/** An exchange by the application of the viewer's own token, which the session of the console obtains. */
export function useExchangeTrial() {
  const { id: clientId } = useApplication();
  const { issuer, id: subject } = useViewer();
  const [isRunning, setRunning] = useState(false);
  const [outcome, setOutcome] = useState<Exchanged | Failed>();
  const attempt = async (apis: Apis, secret: string): Promise<Exchanged | Failed> => {
    const { from, to } = apis;
    const scopes = from.scopes?.nodes.map(({ name }) => name) ?? [];
    const token = await obtainFor({ resource: from.indicator, scopes });
    if (token === null) return { failure: 'no-session', apis };
    const form = { ...exchangeForm(apis), subject_token: token };
    const { access_token: exchanged, ...response } = await requestToken({ clientId, secret }, form);
    const { error = 'invalid_request', error_description: description = null } = response;
    if (exchanged === undefined) return { failure: { error, description }, apis };
    return {
      ...apis,
      subject: decodeToken(token)?.claims ?? {},
      response,
      claims: decodeToken(exchanged)?.claims ?? {},
      checks: await checksOf(exchanged, { issuer, audience: to.indicator, subject, clientId }),
    };
  };
  return {
    isRunning,
    outcome,
    async start(apis: Apis, secret: string): Promise<void> {
      setRunning(true);
      setOutcome(await attempt(apis, secret).catch(() => ({ failure: 'no-answer' as const, apis })));
      setRunning(false);
    },
  };
}

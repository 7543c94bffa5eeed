import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useQuery } from 'urql';
import { graphql, type ResultOf } from '../../../data/graphql.ts';
import { useAgainWhile } from '../../../data/feed/use-again.ts';
import { useMay, useMayRun } from '../../../data/viewer.ts';
import { Fault } from '../../../parts/Fault.tsx';
import { Loading } from '../../../parts/Loading.tsx';
import { ApiPicker } from '../api-picker.tsx';
import { useApplication } from '../application.ts';
import { ClaimsTable } from './claims.tsx';
import { Refusal } from './refusal.tsx';
import { useSignInTrial } from './use-sign-in-trial.ts';
import { useTexts } from './use-texts.ts';

/** A sign-in to the application in a window, and what the application would receive. */
export function SignInTrial(): ReactNode {
  const texts = useTexts();
  const mayReadApis = useMay()('resources:read');
  const mayStart = useMayRun()('startSignInTrial');
  const [apiId, setApiId] = useState<string>();
  const { isRunning, error, trialId, blockedUrl, start } = useSignInTrial();
  return (
    <>
      <p className="soft">{texts.signInText}</p>
      {mayReadApis && mayStart ? (
        <div className="question">
          <ApiPicker label={texts.apiOfToken} description={texts.apiOfTokenText} id={apiId} choose={setApiId} />
        </div>
      ) : null}
      {mayStart ? (
        <div className="row">
          <Button loading={isRunning} onClick={() => void start(apiId)}>
            {trialId === undefined ? texts.signIn : texts.signInAgain}
          </Button>
        </div>
      ) : null}
      {error ? <Fault error={error} /> : null}
      {blockedUrl === null ? null : (
        <p className="notice" data-kind="warn" role="alert">
          {texts.blocked}{' '}
          <a href={blockedUrl} target="_blank" rel="noreferrer">
            {texts.openWindow} ↗
          </a>
        </p>
      )}
      <div aria-live="polite" className="stack">
        {trialId === undefined ? null : <Result key={trialId} id={trialId} />}
      </div>
    </>
  );
}

const TrialDocument = graphql(`
  query SignInTrial($id: ID!) {
    signInTrial(id: $id) {
      id state scopes idToken accessToken userinfo hasRefreshToken error errorDescription
    }
  }
`);

function Result({ id }: { id: string }): ReactNode {
  const texts = useTexts();
  const [{ data, error }, again] = useQuery({ query: TrialDocument, variables: { id } });
  const trial = data?.signInTrial;
  useAgainWhile(trial?.state === 'WAITING', again, 1000);
  if (error && !data) return <Fault error={error} again={again} />;
  if (!data) return <Loading lines={3} />;
  if (!trial) return <p className="soft">{texts.gone}</p>;
  if (trial.state === 'WAITING') return <p className="soft">{texts.waits}</p>;
  if (trial.error !== null) return <Refusal failure={{ error: trial.error, description: trial.errorDescription }} />;
  return <Received trial={trial} />;
}

type Trial = NonNullable<ResultOf<typeof TrialDocument>['signInTrial']>;

function Received({ trial: { scopes, idToken, accessToken, userinfo, hasRefreshToken } }: { trial: Trial }): ReactNode {
  const texts = useTexts();
  const { displayName } = useApplication();
  return (
    <>
      <p className="notice" data-kind="good" role="status">
        <strong>{texts.received(displayName)}</strong> {texts.ended}
      </p>
      <ul className="plain-list stack tight">
        <li>
          {texts.grantedScopes} <code>{scopes.join(' ')}</code>
        </li>
        <li>{hasRefreshToken ? texts.withRefreshToken : texts.withoutRefreshToken}</li>
      </ul>
      {idToken ? <ClaimsTable title={texts.idToken} claims={idToken} /> : null}
      {userinfo ? <ClaimsTable title={texts.userinfo} claims={userinfo} /> : null}
      {accessToken ? <ClaimsTable title={texts.accessToken} claims={accessToken} /> : null}
    </>
  );
}

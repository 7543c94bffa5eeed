import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { Section } from '../../parts/record/Section.tsx';
import { useWords } from '../../words/index.ts';
import { useApplication } from './application.ts';
import { NewSecret } from './new-secret.tsx';
import { CredentialsDocument, isConfidential, Secrets } from './secrets.tsx';

/** The secrets of an application, which are shown once, and its keys. */
export function ApplicationCredentials(): ReactNode {
  const application = useApplication();
  const { applications: texts } = useWords();
  if (!isConfidential(application)) return <p className="notice">{texts.publicClient}</p>;
  return (
    <>
      <NewSecret />
      <Secrets />
      <Keys />
    </>
  );
}

function Keys(): ReactNode {
  const { id } = useApplication();
  const { applications: texts } = useWords();
  const [{ data }] = useQuery({ query: CredentialsDocument, variables: { id } });
  if (!data?.application) return null;
  const { jwks } = data.application;
  return (
    <Section title={texts.keys} empty={!jwks && texts.noKeys}>
      {jwks ? (
        <pre className="code" tabIndex={0}>
          {JSON.stringify(jwks, null, 2)}
        </pre>
      ) : null}
    </Section>
  );
}

import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { graphql } from '../../data/graphql.ts';
import { Fault } from '../../parts/Fault.tsx';
import { Day, When } from '../../parts/marks.tsx';
import { Section } from '../../parts/record/Section.tsx';
import { useWords } from '../../words/index.ts';
import { ChangeButton } from '../../parts/ChangeButton.tsx';
import { useApplication } from './application.ts';

const SecretsDocument = graphql(`
  query Secrets($id: ID!) {
    application(id: $id) {
      id
      jwks
      secrets { id name prefix createdAt expiresAt lastUsedAt }
    }
  }
`);

/** How an application authenticates: its secrets, which are shown once, and its keys. */
export function ApplicationCredentials(): ReactNode {
  const { id, type } = useApplication();
  const words = useWords();
  const [{ data, error }, again] = useQuery({ query: SecretsDocument, variables: { id } });
  const { applications: texts } = words;
  if (type === 'SINGLE_PAGE' || type === 'NATIVE') return <p className="notice">{texts.publicClient}</p>;
  if (!data?.application) return error ? <Fault error={error} again={again} /> : null;
  const { secrets, jwks } = data.application;
  const add = (
    <ChangeButton operation="addApplicationSecret" input={{ applicationId: id }}>
      {texts.addSecret}
    </ChangeButton>
  );
  return (
    <div className="stack">
      <Section title={texts.secrets} action={add} empty={secrets?.length === 0 && texts.noSecret}>
        {secrets?.map((secret) => (
          <li key={secret.id} className="row">
            <span className="grow">
              <strong>{secret.name}</strong> <code>{secret.prefix}…</code> ·{' '}
              {secret.expiresAt ? (
                <>
                  {texts.expires} <When at={secret.expiresAt} />
                </>
              ) : (
                texts.neverExpires
              )}{' '}
              · {texts.secretUsed} <Day at={secret.lastUsedAt} />
            </span>
            <ChangeButton
              operation="revokeApplicationSecret"
              input={{ applicationId: id, secretId: secret.id }}
              of={secret.name}
            >
              {texts.revoke}…
            </ChangeButton>
          </li>
        ))}
      </Section>
      <Section title={texts.keys} empty={!jwks && texts.noKeys}>
        {jwks ? (
          <pre className="code" tabIndex={0}>
            {JSON.stringify(jwks, null, 2)}
          </pre>
        ) : null}
      </Section>
    </div>
  );
}

import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { graphql } from '../../data/graphql.ts';
import { ChangeButton } from '../../parts/ChangeButton.tsx';
import { Fault } from '../../parts/Fault.tsx';
import { LastUsed, When } from '../../parts/marks.tsx';
import { Section } from '../../parts/record/Section.tsx';
import { useWords } from '../../words/index.ts';
import { type Application, useApplication } from './application.ts';

export const CredentialsDocument = graphql(`
  query Credentials($id: ID!) {
    application(id: $id) {
      id jwks
      secrets { id name prefix createdAt expiresAt lastUsedAt }
    }
  }
`);

/** Whether an application can have a secret: what runs in a browser or on a device cannot keep one. */
export const isConfidential = ({ type }: Pick<Application, 'type'>): boolean =>
  type === 'TRADITIONAL_WEB' || type === 'MACHINE_TO_MACHINE';

/** The secrets of an application, each with what replaces it. */
export function Secrets(): ReactNode {
  const { id } = useApplication();
  const { applications: texts } = useWords();
  const [{ data, error }, again] = useQuery({ query: CredentialsDocument, variables: { id } });
  if (!data?.application) return error ? <Fault error={error} again={again} /> : null;
  const { secrets } = data.application;
  const add = (
    <ChangeButton operation="addApplicationSecret" input={{ applicationId: id }}>
      {texts.addSecret}
    </ChangeButton>
  );
  return (
    <Section title={texts.secrets} action={add} empty={secrets?.length === 0 && texts.noSecret}>
      {secrets?.map((secret) => (
        <li key={secret.id} className="row">
          <span className="grow">
            <strong>
              <bdi>{secret.name}</bdi>
            </strong>{' '}
            <code>{secret.prefix}…</code>{' '}
            <span className="soft">
              ·{' '}
              {secret.expiresAt ? (
                <>
                  {texts.expires} <When at={secret.expiresAt} />
                </>
              ) : (
                texts.neverExpires
              )}{' '}
              · <LastUsed at={secret.lastUsedAt} />
            </span>
          </span>
          <ChangeButton
            operation="replaceApplicationSecret"
            input={{ applicationId: id, secretId: secret.id }}
            of={secret.name}
          >
            {texts.replace}…
          </ChangeButton>
          <ChangeButton
            operation="revokeApplicationSecret"
            input={{ applicationId: id, secretId: secret.id }}
            variant="subtle"
            of={secret.name}
          >
            {texts.revoke}…
          </ChangeButton>
        </li>
      ))}
    </Section>
  );
}

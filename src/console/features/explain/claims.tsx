import type { ReactNode } from 'react';
import type { Recognizable } from '../../data/records/recognition.ts';
import { useViewer } from '../../data/viewer.ts';
import { type Claim, Claims } from '../../parts/code/Claims.tsx';
import { IdentityLink } from '../../parts/identity/Identity.tsx';
import { useWords } from '../../words/index.ts';
import type { ExplanationProps } from './explanation-data.ts';
import { useTexts } from './use-texts.ts';

/** The claims of the token that would be issued, as far as they do not depend on the presented one. */
export function ExplainedClaims({ explanation, input }: ExplanationProps): ReactNode {
  const { claims: texts } = useTexts();
  const claims = useClaims({ explanation, input });
  return (
    <section className="card padded stack tight" aria-labelledby="explained-claims">
      <h2 id="explained-claims">{texts.title}</h2>
      <Claims claims={claims} />
      <p className="soft">
        {texts.others} <code>iat</code>, <code>jti</code>, <code>txn</code>, <code>grant_id</code>,{' '}
        <code>session_id</code>, <code>acr</code>, <code>amr</code>, <code>auth_time</code>
      </p>
    </section>
  );
}

function useClaims({ explanation, input }: ExplanationProps): readonly Claim[] {
  const { claims: texts } = useTexts();
  const { duration, record: words } = useWords();
  const { issuer } = useViewer();
  const { outcome, client, subject, target, membership } = explanation;
  const { applicationId, userId, organizationId } = input;
  const application = client?.application;
  const claim = (name: string, value: string, meaning: string, record?: Recognizable | null): Claim => ({
    name,
    value: <code>{value || words.nothing}</code>,
    meaning: (
      <>
        {meaning} {record ? <IdentityLink record={record} /> : null}
      </>
    ),
  });
  return [
    claim('iss', issuer, texts.iss),
    claim('aud', input.resource, texts.aud, target?.apiResource),
    claim('sub', userId, texts.sub, subject.user),
    claim('scope', outcome.scope ?? '', texts.scope),
    claim('client_id', applicationId, texts.clientId, application),
    claim('act', JSON.stringify(outcome.act), texts.act),
    ...(organizationId === undefined
      ? []
      : [claim('organization_id', organizationId, texts.organizationId, membership?.organization)]),
    { name: 'exp', value: texts.exp(duration(outcome.expiresIn ?? 0)), meaning: texts.expText },
  ];
}

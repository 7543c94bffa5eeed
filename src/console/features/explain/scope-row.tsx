import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { nameWithLine } from '../../data/records/recognition.ts';
import { useSetAddress } from '../../data/use-address.ts';
import { Sources } from '../../parts/access/Sources.tsx';
import { rulesPage } from '../../parts/exchange-rules/pages.ts';
import { LinkButton } from '../../parts/LinkButton.tsx';
import { isRuledOut, scopesOfRules, useListed } from './allowed.ts';
import type { ExplainedScope, ExplanationProps } from './explanation-data.ts';
import { Remedy } from './remedy.tsx';
import { useTexts } from './use-texts.ts';

type Props = ExplanationProps & { scope: ExplainedScope };

/** A scope: what gives it, or what is in its way. Of two obstacles, removing one is of no use. */
export function ScopeRow(props: Props): ReactNode {
  const texts = useTexts();
  const { scope } = props;
  const { name, isGranted, reason, through } = scope;
  return (
    <div className="scope-row">
      <span className={isGranted ? 'good' : 'bad'} aria-hidden="true">
        {isGranted ? '✓' : '✗'}
      </span>
      <span>
        <code>{name}</code>
        <span className="visually-hidden">{isGranted ? texts.isGranted : texts.isMissing}</span>
      </span>
      <span className="stack tight">
        {isGranted ? (
          <span>
            <Sources sources={through} />
          </span>
        ) : null}
        {reason && reason !== 'NOT_ALLOWED_FOR_APPLICATION' ? <Obstacle {...props} reason={reason} /> : null}
        {isRuledOut(scope) ? <RuledOut {...props} /> : null}
      </span>
    </div>
  );
}

type Reason = Exclude<ExplainedScope['reason'], 'NOT_ALLOWED_FOR_APPLICATION' | null>;

/** The reason against a scope, other than the rules, and what mends it. */
function Obstacle({
  reason,
  scope: { name, inOtherOrganizations },
  explanation: { target },
  input: { userId },
}: Props & { reason: Reason }): ReactNode {
  const texts = useTexts();
  const setAddress = useSetAddress();
  return (
    <span className="row">
      {reason === 'NOT_HELD' ? (
        <Remedy scope={name} userId={userId} resourceId={target?.apiResource?.id ?? null} />
      ) : (
        <span>{texts.reasons[reason]}</span>
      )}
      {reason === 'HELD_IN_OTHER_ORGANIZATION'
        ? inOtherOrganizations.map(({ organization }) =>
            organization ? (
              <Button key={organization.id} variant="default" onClick={() => setAddress({ org: organization.id })}>
                {texts.askFor(nameWithLine(organization))}
              </Button>
            ) : null,
          )
        : null}
    </span>
  );
}

/** Why the rules of the application keep a scope from it, and the way to them. */
function RuledOut({ scope: { reason }, explanation, input }: Props): ReactNode {
  const texts = useTexts();
  const listed = useListed();
  const { client, target } = explanation;
  const application = client?.application?.displayName ?? input.applicationId;
  const api = target?.apiResource?.displayName ?? input.resource;
  const scopes = scopesOfRules(explanation);
  const sentence = texts.ruledOut(application, api, scopes && listed(scopes));
  return (
    <span className="row">
      <span>{reason === 'NOT_ALLOWED_FOR_APPLICATION' ? texts.heldBut(sentence) : sentence}</span>
      <LinkButton {...rulesPage(input.applicationId)}>{texts.openRules}</LinkButton>
    </span>
  );
}

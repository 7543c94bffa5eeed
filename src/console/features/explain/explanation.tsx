import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { nameWithLine } from '../../data/records/recognition.ts';
import { useSetAddress } from '../../data/use-address.ts';
import { OpenTargets } from '../../parts/exchange-rules/OpenTargets.tsx';
import { rulesPage } from '../../parts/exchange-rules/pages.ts';
import { LinkButton } from '../../parts/LinkButton.tsx';
import { StateMark, type Tone } from '../../parts/marks.tsx';
import { Sources } from '../../parts/access/Sources.tsx';
import { ExplainedClaims } from './claims.tsx';
import type { ExplainedScope, ExplanationProps } from './explanation-data.ts';
import { forbiddenOf, Outcome } from './outcome.tsx';
import { Parties } from './parties.tsx';
import { Remedy } from './remedy.tsx';
import type { Texts } from './texts/en.ts';
import { useTexts } from './use-texts.ts';

/** The outcome, the four parties, and each scope with its reason and what fixes it. */
export function Explanation({ explanation, input }: ExplanationProps): ReactNode {
  const texts = useTexts();
  const { scopes, target } = explanation;
  return (
    <div className="stack" aria-live="polite">
      <Outcome explanation={explanation} input={input} />
      <Parties explanation={explanation} input={input} />
      <AppliedRules explanation={explanation} input={input} />
      {isOpen(explanation) ? (
        <OpenTargets applicationId={input.applicationId} only={target?.isBuiltIn ? null : target?.apiResource} />
      ) : null}
      <section className="card" aria-label={texts.scopes}>
        {scopes.map((scope) => (
          <ScopeRow key={scope.name} scope={scope} userId={input.userId} resourceId={target?.apiResource?.id ?? null} />
        ))}
        {scopes.length === 0 ? <p className="empty">{texts.noScopes}</p> : null}
      </section>
      {explanation.outcome.isGranted ? <ExplainedClaims explanation={explanation} input={input} /> : null}
      <p className="soft">● {texts.live}</p>
    </div>
  );
}

/** Whether the application may exchange tokens, and no rule restricts for which API resources. */
const isOpen = ({ client, rules }: ExplanationProps['explanation']): boolean =>
  client?.tokenExchangeAllowed === true && rules.some(({ rule, applies }) => rule === 'TARGETS' && !applies);

/** The rules that the application has: met, not met, or open, because they depend on the token. */
function AppliedRules({ explanation, input: { applicationId } }: ExplanationProps): ReactNode {
  const { rules: names, ruleStates, applicationRules, openRules } = useTexts();
  const applied = explanation.rules.filter(({ applies }) => applies);
  if (applied.length === 0) return null;
  return (
    <section className="card padded stack tight" aria-labelledby="explained-rules">
      <div className="row">
        <h2 id="explained-rules" className="grow">
          {applicationRules}
        </h2>
        <LinkButton {...rulesPage(applicationId)}>{openRules}</LinkButton>
      </div>
      <ul className="plain-list stack tight">
        {applied.map(({ rule, isMet }) => {
          const [tone, state] = ruleStateOf(isMet, rule === 'TARGETS' && forbiddenOf(explanation) > 0);
          return (
            <li key={rule}>
              <StateMark tone={tone}>
                {names[rule]}: {ruleStates[state]}
              </StateMark>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** A rule that names the API resource is met, although it allows none of the scopes that the person holds. */
function ruleStateOf(isMet: boolean | null, allowsNone: boolean): [Tone, keyof Texts['ruleStates']] {
  if (isMet === null) return ['warn', 'open'];
  if (!isMet) return ['bad', 'unmet'];
  return allowsNone ? ['warn', 'noScope'] : ['good', 'met'];
}

function ScopeRow({
  scope,
  userId,
  resourceId,
}: {
  scope: ExplainedScope;
  userId: string;
  resourceId: string | null;
}): ReactNode {
  const texts = useTexts();
  const setAddress = useSetAddress();
  const { name, isGranted, reason, through, inOtherOrganizations } = scope;
  return (
    <div className="scope-row">
      <span className={isGranted ? 'good' : 'bad'} aria-hidden="true">
        {isGranted ? '✓' : '✗'}
      </span>
      <span>
        <code>{name}</code>
        <span className="visually-hidden">{isGranted ? texts.isGranted : texts.isMissing}</span>
      </span>
      <span className="row">
        {isGranted ? <Sources sources={through} /> : null}
        {reason && reason !== 'NOT_HELD' ? <span>{texts.reasons[reason]}</span> : null}
        {reason === 'HELD_IN_OTHER_ORGANIZATION'
          ? inOtherOrganizations.map(({ organization }) =>
              organization ? (
                <Button key={organization.id} variant="default" onClick={() => setAddress({ org: organization.id })}>
                  {texts.askFor(nameWithLine(organization))}
                </Button>
              ) : null,
            )
          : null}
        {reason === 'NOT_HELD' ? <Remedy scope={name} userId={userId} resourceId={resourceId} /> : null}
      </span>
    </div>
  );
}

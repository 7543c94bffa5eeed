import { Button } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { nameWithLine } from '../../data/records/recognition.ts';
import { useSetAddress } from '../../data/use-address.ts';
import { OpenTargets } from '../../parts/exchange-rules/OpenTargets.tsx';
import { rulesPage } from '../../parts/exchange-rules/pages.ts';
import { LinkButton } from '../../parts/LinkButton.tsx';
import { StateMark } from '../../parts/marks.tsx';
import { Sources } from '../../parts/Sources.tsx';
import { useExchangeReasons } from '../../words/exchange-reasons/reasons.ts';
import { useWords } from '../../words/index.ts';
import { ExplainedClaims } from './claims.tsx';
import type { ExplainedScope, ExplanationProps } from './explanation-data.ts';
import { Parties } from './parties.tsx';
import { Remedy } from './remedy.tsx';
import { useTexts } from './use-texts.ts';

/** The outcome, the four parties, and each scope with its reason and what fixes it. */
export function Explanation({ explanation, input }: ExplanationProps): ReactNode {
  const texts = useTexts();
  const { scopes, target } = explanation;
  return (
    <div className="stack" aria-live="polite">
      <Outcome explanation={explanation} />
      <Parties explanation={explanation} input={input} />
      <AppliedRules rules={explanation.rules} applicationId={input.applicationId} />
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

interface RulesProps {
  rules: ExplanationProps['explanation']['rules'];
  applicationId: string;
}

/** The rules that the application has: met, not met, or open, because they depend on the token. */
function AppliedRules({ rules, applicationId }: RulesProps): ReactNode {
  const { rules: names, ruleStates, applicationRules, openRules } = useTexts();
  const applied = rules.filter(({ applies }) => applies);
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
        {applied.map(({ rule, isMet }) => (
          <li key={rule}>
            <StateMark tone={isMet === null ? 'warn' : isMet ? 'good' : 'bad'}>
              {names[rule]}: {isMet === null ? ruleStates.open : isMet ? ruleStates.met : ruleStates.unmet}
            </StateMark>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The response of the token endpoint. */
function Outcome({ explanation: { outcome, scopes } }: Pick<ExplanationProps, 'explanation'>): ReactNode {
  const { exchange: texts, duration } = useWords();
  const { validFor } = useTexts();
  const missing = scopes.flatMap(({ name, isGranted }) => (isGranted ? [] : [name]));
  const reasonOf = useExchangeReasons();
  if (!outcome.isGranted) {
    return (
      <div className="notice" data-kind="bad" role="status">
        <strong>✗ {texts.refused}</strong> <code>{outcome.error}</code>:{' '}
        {reasonOf({ reason: outcome.reason, description: outcome.errorDescription })}
      </div>
    );
  }
  const lifetime = validFor(duration(outcome.expiresIn ?? 0));
  if (outcome.scope) {
    return (
      <div className="notice" data-kind="good" role="status">
        <strong>✓ {texts.granted}</strong> <code>{outcome.scope}</code>
        {missing.length > 0 ? <Without names={missing} /> : ' '}· {lifetime}
      </div>
    );
  }
  return (
    <div className="notice stack tight" data-kind="warn" role="status">
      <span>
        <strong>◷ {texts.withoutScope}</strong> <code>scope: ""</code> · {lifetime}
      </span>
      {scopes.length > 0 ? <AskForAll names={scopes.map(({ name }) => name)} /> : null}
    </div>
  );
}

/** Names that are listed; the scopes below have all. */
const mostNames = 3;

/** The scopes that the token would not have, in the sentence of what it would have. */
function Without({ names }: { names: readonly string[] }): ReactNode {
  const texts = useTexts();
  const { change } = useWords();
  const others = names.length - mostNames;
  return (
    <>
      , {texts.without}{' '}
      {names.slice(0, mostNames).map((name, index) => (
        <Fragment key={name}>
          {index > 0 ? ', ' : ''}
          <code>{name}</code>
        </Fragment>
      ))}{' '}
      {others > 0 ? `${change.others(others)} ` : ''}
    </>
  );
}

/** A token without scopes is issued only if none is requested: by name, scopes that are not held are refused. */
function AskForAll({ names }: { names: readonly string[] }): ReactNode {
  const texts = useTexts();
  const setAddress = useSetAddress();
  return (
    <span className="row">
      <span>{texts.noneHeld}</span>
      <Button variant="default" onClick={() => setAddress({ scopes: names.slice(0, mostRequested).join(' ') })}>
        {texts.askForAll}
      </Button>
    </span>
  );
}

/** As many as explainTokenExchange takes. */
const mostRequested = 100;

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

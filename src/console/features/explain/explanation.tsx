import type { ReactNode } from 'react';
import { OpenTargets } from '../../parts/exchange-rules/OpenTargets.tsx';
import { rulesPage } from '../../parts/exchange-rules/pages.ts';
import { LinkButton } from '../../parts/LinkButton.tsx';
import { StateMark, type Tone } from '../../parts/marks.tsx';
import { isRuledOut, scopesOfRules, useListed } from './allowed.ts';
import { ExplainedClaims } from './claims.tsx';
import type { ExplanationProps } from './explanation-data.ts';
import { forbiddenOf, Outcome } from './outcome.tsx';
import { Parties } from './parties.tsx';
import { ScopeRow } from './scope-row.tsx';
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
          <ScopeRow key={scope.name} scope={scope} explanation={explanation} input={input} />
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
  const listed = useListed();
  const scopes = scopesOfRules(explanation) ?? [];
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
          const [tone, state] = isMet && rule === 'TARGETS' ? stateOfTargets(explanation) : ruleStateOf(isMet);
          return (
            <li key={rule}>
              <StateMark tone={tone}>
                {names[rule]}: {state === 'metOnly' ? ruleStates.metOnly(listed(scopes)) : ruleStates[state]}
              </StateMark>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

type RuleState = [Tone, keyof Texts['ruleStates']];

const ruleStateOf = (isMet: boolean | null): RuleState => {
  if (isMet === null) return ['warn', 'open'];
  return isMet ? ['good', 'met'] : ['bad', 'unmet'];
};

/** A rule that names the API resource is met, although it may keep some scopes from the application, or all. */
function stateOfTargets(explanation: ExplanationProps['explanation']): RuleState {
  if (forbiddenOf(explanation) > 0) return ['warn', 'noScope'];
  const tone = explanation.scopes.some(isRuledOut) ? 'warn' : 'good';
  return [tone, scopesOfRules(explanation)?.length ? 'metOnly' : 'met'];
}

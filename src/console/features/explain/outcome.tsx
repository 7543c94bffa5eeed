import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSetAddress } from '../../data/use-address.ts';
import { rulesPage } from '../../parts/exchange-rules/pages.ts';
import { ListedNames } from '../../parts/code/ListedNames.tsx';
import { LinkButton } from '../../parts/LinkButton.tsx';
import { useExchangeReasons } from '../../words/exchange-reasons/reasons.ts';
import { useWords } from '../../words/index.ts';
import { mostNames } from './allowed.ts';
import type { ExplanationProps } from './explanation-data.ts';
import { useTexts } from './use-texts.ts';

/** The response of the token endpoint. */
export function Outcome({ explanation, input }: ExplanationProps): ReactNode {
  const { outcome, scopes } = explanation;
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
      {forbiddenOf(explanation) > 0 ? (
        <Forbidden {...{ explanation, input }} />
      ) : scopes.length > 0 ? (
        <AskForAll names={scopes.map(({ name }) => name)} />
      ) : null}
    </div>
  );
}

/** The first scopes that the token would not have, in the sentence of what it would have; below are all. */
function Without({ names }: { names: readonly string[] }): ReactNode {
  const texts = useTexts();
  return (
    <>
      , {texts.without} <ListedNames names={names} most={mostNames} />{' '}
    </>
  );
}

/** Scopes that the person holds, of which the rules of the application allow none; 0 if it gets one. */
export const forbiddenOf = ({ outcome, scopes }: ExplanationProps['explanation']): number =>
  outcome.isGranted && !outcome.scope
    ? scopes.filter(({ reason }) => reason === 'NOT_ALLOWED_FOR_APPLICATION').length
    : 0;

/** The rules withhold what the person holds: they are changed, or the exchange stays without scopes. */
function Forbidden({ explanation, input }: ExplanationProps): ReactNode {
  const { allowsNone, openRules } = useTexts();
  const { subject, client } = explanation;
  const person = subject.user?.displayName ?? input.userId;
  const application = client?.application?.displayName ?? input.applicationId;
  return (
    <span className="row">
      <span>{allowsNone(person, forbiddenOf(explanation), application)}</span>
      <LinkButton {...rulesPage(input.applicationId)}>{openRules}</LinkButton>
    </span>
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

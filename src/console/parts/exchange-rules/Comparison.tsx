import { type ReactNode, useEffect } from 'react';
import { useWords } from '../../words/index.ts';
import type { OwnFormProps } from '../change/fields/own-form-props.ts';
import { Identity } from '../identity/Identity.tsx';
import { StateMark } from '../marks.tsx';
import { Incomplete } from './Incomplete.tsx';
import type { Policy } from './policy.ts';
import { ScopeNames } from './ScopeNames.tsx';
import { useServed } from './served.ts';
import { areNew, lossesOf, undecidedRules } from './losses.ts';
import { grantedOf } from './used.ts';
import { useTexts } from './use-texts.ts';
import { type RecentUse, useUsed } from './use-used.ts';

interface Props extends Pick<OwnFormProps, 'warn'> {
  applicationId: string;
  policy: Policy;
  /** The present rules. */
  before: Policy;
}

/** Exchanges and scopes of 30 days that rules would refuse to an application. Nothing where they may not be read. */
export function Comparison({ warn, ...rules }: Props): ReactNode {
  const texts = useTexts();
  const use = useUsed(rules.applicationId);
  if (!use) return null;
  const granted = grantedOf(use.used);
  return (
    <section className="stack tight" aria-label={texts.check.title} aria-live="polite">
      {granted === 0 ? (
        <p className="soft">{use.isNeverRecorded ? texts.neverRecorded : texts.nothingUsed}</p>
      ) : (
        <Compared {...rules} {...{ use, granted, warn }} />
      )}
      <Incomplete use={use} />
    </section>
  );
}

interface ComparedProps extends Props {
  use: RecentUse;
  granted: number;
}

function Compared({ applicationId, policy, before, use, granted, warn }: ComparedProps): ReactNode {
  const { check: texts } = useTexts();
  const words = useWords();
  const served = useServed(applicationId);
  const indicators = served ? new Set(served.map(({ indicator }) => indicator)) : null;
  const losses = lossesOf(use.used, policy, indicators);
  const undecided = undecidedRules(use.used, policy, indicators);
  const isNew = areNew(losses, lossesOf(use.used, before, indicators));
  useEffect(() => {
    warn(isNew);
    return () => warn(false);
  }, [warn, isNew]);
  return (
    <>
      {losses.length === 0 ? (
        <p>
          {undecided.length === 0 ? (
            <StateMark tone="good">{texts.fine(granted)}</StateMark>
          ) : (
            <span className="soft">{texts.noneSeen(granted)}</span>
          )}
        </p>
      ) : (
        <div className="notice stack tight" data-kind="bad">
          <strong>{texts.losses}</strong>
          {losses.map(({ apiResource, refused, scopes }) => (
            <div key={apiResource.id} className="row">
              <Identity record={apiResource} />
              {refused > 0 ? <span>{texts.refused(refused)}</span> : null}
              {scopes.length > 0 ? (
                <span>
                  {texts.scopes} <ScopeNames names={scopes} />
                </span>
              ) : null}
            </div>
          ))}
        </div>
      )}
      {undecided.length > 0 ? (
        <p className="soft">
          {texts.undecided(new Intl.ListFormat(words.locale).format(undecided.map((rule) => texts.parts[rule])))}{' '}
          {undecided.includes('targets') ? texts.unknownScopes : ''}
        </p>
      ) : null}
    </>
  );
}

import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { graphql, type ResultOf } from '../../data/graphql.ts';
import { useAddress, useSetAddress } from '../../data/use-address.ts';
import { useAgainWhile } from '../../data/feed/use-again.ts';
import { Code } from '../../parts/code/Code.tsx';
import { Fault } from '../../parts/Fault.tsx';
import { Loading } from '../../parts/Loading.tsx';
import { When } from '../../parts/marks.tsx';
import { Facts } from '../../parts/record/Facts.tsx';
import { Who } from '../../parts/identity/Who.tsx';
import { useWords } from '../../words/index.ts';
import { meanings, useIdentityProvider } from './identity-provider.ts';
import { usePageTexts } from './use-page-texts.ts';

const TrialDocument = graphql(`
  query IdentityProviderTrial($id: ID!) {
    identityProviderTrial(id: $id) {
      id state claims acr amr authenticatedAt refused problem expiresAt
      identity { subject email isEmailVerified name locale level }
      decision { effect rule userId next { step refused explanation } }
    }
  }
`);

type Trial = NonNullable<ResultOf<typeof TrialDocument>['identityProviderTrial']>;

/** The result of the trial sign-in that the address names. */
export function TrialResult(): ReactNode {
  const { trial: id } = useAddress();
  return id === undefined ? null : <ResultOfTrial key={id} id={id} />;
}

function ResultOfTrial({ id }: { id: string }): ReactNode {
  const texts = usePageTexts();
  const { change } = useWords();
  const setAddress = useSetAddress();
  const [{ data, error, fetching }, again] = useQuery({ query: TrialDocument, variables: { id } });
  const trial = data?.identityProviderTrial;
  useAgainWhile(trial?.state === 'WAITING', again);
  return (
    <section className="card padded stack" aria-labelledby="trial">
      <div className="row">
        <h2 id="trial" className="grow">
          {texts.trialResult}
        </h2>
        <Button variant="default" onClick={() => setAddress({ trial: undefined })}>
          {change.close}
        </Button>
      </div>
      {error ? <Fault error={error} again={again} /> : null}
      {fetching && !data ? <Loading /> : null}
      {trial ? <Shown trial={trial} /> : null}
      {data && !trial ? <p className="soft">{texts.trialGone}</p> : null}
    </section>
  );
}

function Shown({ trial }: { trial: Trial }): ReactNode {
  const texts = usePageTexts();
  if (trial.state === 'WAITING') return <p className="soft">{texts.trialWaits}</p>;
  return (
    <>
      <Decision trial={trial} />
      {trial.claims ? <Claims trial={trial} claims={trial.claims} /> : null}
      <p className="soft">
        {texts.trialEnds} <When at={trial.expiresAt} />
      </p>
    </>
  );
}

/** The effect that the sign-in would have, and the rule that decides it; or the reason why the response is refused. */
function Decision({ trial: { decision, refused, problem } }: { trial: Trial }): ReactNode {
  const words = useWords();
  const texts = usePageTexts();
  if (refused)
    return (
      <p className="notice" data-kind="bad" role="status">
        <strong>{words.label(refused)}.</strong> {problem ?? ''}
      </p>
    );
  if (!decision) return null;
  const { effect, rule, userId, next } = decision;
  return (
    <div className="stack tight" role="status">
      <p className="notice" data-kind={effect === 'REFUSE' ? 'bad' : 'good'}>
        <strong>{texts.effects[effect]}</strong> {next.explanation ?? ''}
      </p>
      <Facts
        facts={[
          [texts.decidedBy, <code key="rule">{rule}</code>],
          ...(userId === null ? [] : [[texts.account, <Who key="user" id={userId} label={null} />] as const]),
          ...(next.step === null ? [] : [[texts.nextStep, words.label(next.step)] as const]),
        ]}
      />
    </div>
  );
}

/** Each claim that the settings name, and what was read from it; below, everything that the provider has stated. */
function Claims({ trial, claims }: { trial: Trial; claims: Readonly<Record<string, unknown>> }): ReactNode {
  const { claims: names } = useIdentityProvider();
  const texts = usePageTexts();
  const { record } = useWords();
  const { identity, acr, amr, authenticatedAt } = trial;
  const read: Readonly<Partial<Record<(typeof meanings)[number], string | null>>> = {
    email: identity?.email ?? null,
    emailVerified: identity?.isEmailVerified ? texts.countsAsVerified : texts.countsNot,
    name: identity?.name ?? null,
    locale: identity?.locale ?? null,
  };
  const statedAs = (name: string | null) => (name === null || !(name in claims) ? null : JSON.stringify(claims[name]));
  return (
    <>
      <div className="table-frame">
        <table className="list">
          <caption className="visually-hidden">{texts.claims}</caption>
          <thead>
            <tr>
              <th scope="col">{texts.meaning}</th>
              <th scope="col">{texts.claimColumn}</th>
              <th scope="col">{texts.stated}</th>
              <th scope="col">{texts.read}</th>
            </tr>
          </thead>
          <tbody>
            {meanings.map((meaning) => (
              <tr key={meaning}>
                <th scope="row">{texts.meanings[meaning]}</th>
                <td>{names[meaning] === null ? record.nothing : <code>{names[meaning]}</code>}</td>
                <td>{statedAs(names[meaning]) ?? record.nothing}</td>
                <td>{read[meaning] ?? record.nothing}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Facts
        facts={[
          [texts.subject, <code key="subject">{identity?.subject ?? record.nothing}</code>],
          ['acr', acr ?? record.nothing],
          ['amr', amr.join(', ') || record.nothing],
          [texts.level, identity ? texts.levels[identity.level === 2 ? 2 : 1] : record.nothing],
          [texts.authenticatedAt, <When key="at" at={authenticatedAt} />],
        ]}
      />
      <details>
        <summary>{texts.allClaims}</summary>
        <Code label={texts.allClaims}>{JSON.stringify(claims, null, 2)}</Code>
      </details>
    </>
  );
}

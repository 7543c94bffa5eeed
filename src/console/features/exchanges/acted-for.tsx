import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useQuery } from 'urql';
import { graphql, type ResultOf } from '../../data/graphql.ts';
import { useRecordId } from '../../data/records/use-record-id.ts';
import { useMay } from '../../data/viewer.ts';
import { Fault } from '../../parts/Fault.tsx';
import { Loading } from '../../parts/Loading.tsx';
import { When } from '../../parts/marks.tsx';
import { Facts } from '../../parts/record/Facts.tsx';
import { Section } from '../../parts/record/Section.tsx';
import { Who } from '../../parts/identity/Who.tsx';
import { useWords } from '../../words/index.ts';
import { LedgerState } from './ledger-state.tsx';
import { useTexts } from './use-texts.ts';

const ActedForDocument = graphql(`
  query ActedFor($id: ID!, $since: DateTime!) {
    user(id: $id) {
      id
      actedFor(since: $since) { applicationId subjectApplicationId apiResourceId actorIds count scopes firstAt lastAt }
    }
  }
`);

type ActedFor = NonNullable<NonNullable<ResultOf<typeof ActedForDocument>['user']>['actedFor']>[number];

const thirtyDays = 30 * 86_400_000;
/** Exchanges of which the platform makes the sums. */
const mostCounted = 20_000;

/** The exchanges by applications for a person, summed up by their parties, the last used first. */
export function UserExchanges(): ReactNode {
  const id = useRecordId();
  const texts = useTexts();
  const [since] = useState(() => new Date(Date.now() - thirtyDays).toISOString());
  const [{ data, error, fetching }, again] = useQuery({ query: ActedForDocument, variables: { id, since } });
  if (!data?.user) return error ? <Fault error={error} again={again} /> : fetching ? <Loading lines={4} /> : null;
  const acted = data.user.actedFor ?? [];
  const total = acted.reduce((sum, { count }) => sum + count, 0);
  const all = (
    <Link to="/exchanges" search={{ where: { userId: id } }}>
      {texts.showAll}
    </Link>
  );
  return (
    <>
      <LedgerState />
      <Section title={texts.actedFor} action={all} empty={acted.length === 0 && texts.actedForNone}>
        {total < mostCounted ? null : <li className="soft">{texts.newest}</li>}
        {acted.map((one, index) => (
          // Two can differ in what is not shown.
          <Acted key={index} acted={one} shown={{ userId: id, outcome: 'GRANTED', since }} />
        ))}
      </Section>
    </>
  );
}

interface ActedProps {
  acted: ActedFor;
  /** The conditions of the exchanges that are counted. */
  shown: Readonly<Record<string, string>>;
}

function Acted({ acted, shown }: ActedProps): ReactNode {
  const texts = useTexts();
  const words = useWords();
  const may = useMay();
  const { applicationId, subjectApplicationId, apiResourceId, actorIds, count, scopes, firstAt, lastAt } = acted;
  // A condition on a record requires that it may be read.
  const records = {
    ...(may('applications:read') ? { applicationId, subjectApplicationId } : {}),
    ...(may('resources:read') ? { apiResourceId } : {}),
  };
  return (
    <li className="stack tight">
      <span className="row tight">
        <Who id={applicationId} label={null} />
        <span aria-hidden="true">→</span>
        <Who id={apiResourceId} label={null} />
        <Link className="at-end" to="/exchanges" search={{ where: { ...shown, ...records } }}>
          {texts.show}
        </Link>
      </span>
      <Facts
        facts={[
          [texts.from, <Who key="from" id={subjectApplicationId} label={null} />],
          ...(actorIds.length < 2
            ? []
            : [
                [
                  texts.actors,
                  actorIds.map((id, index) => (
                    // The same application can act twice.
                    <Who key={index} id={id} label={null} />
                  )),
                ] as const,
              ]),
          [texts.times, words.number(count)],
          [texts.scopes, scopes.length === 0 ? texts.none : <code key="scopes">{scopes.join(' ')}</code>],
          [texts.first, <When key="first" at={firstAt} />],
          [texts.last, <When key="last" at={lastAt} />],
        ]}
      />
    </li>
  );
}

import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { graphql, type ResultOf } from '../../data/graphql.ts';
import { useRecordId } from '../../data/use-record-id.ts';
import { Fault } from '../../parts/Fault.tsx';
import { Loading } from '../../parts/Loading.tsx';
import { When } from '../../parts/marks.tsx';
import { Facts } from '../../parts/record/Facts.tsx';
import { Section } from '../../parts/record/Section.tsx';
import { Who } from '../../parts/Who.tsx';
import { useWords } from '../../words/index.ts';
import { LedgerState } from './ledger-state.tsx';
import { useTexts } from './use-texts.ts';

const ActedForDocument = graphql(`
  query ActedFor($id: ID!) {
    user(id: $id) {
      id
      actedFor { applicationId subjectApplicationId apiResourceId count scopes firstAt lastAt }
    }
  }
`);

type ActedFor = NonNullable<NonNullable<ResultOf<typeof ActedForDocument>['user']>['actedFor']>[number];

/** What applications did for a person at which API, the last used first. */
export function UserExchanges(): ReactNode {
  const id = useRecordId();
  const texts = useTexts();
  const [{ data, error, fetching }, again] = useQuery({ query: ActedForDocument, variables: { id } });
  if (!data?.user) return error ? <Fault error={error} again={again} /> : fetching ? <Loading lines={4} /> : null;
  const acted = data.user.actedFor ?? [];
  const all = (
    <Link to="/exchanges" search={{ where: { userId: id } }}>
      {texts.showAll}
    </Link>
  );
  return (
    <>
      <LedgerState />
      <Section title={texts.actedFor} action={all} empty={acted.length === 0 && texts.actedForNone}>
        {acted.map((one) => (
          <Acted
            key={`${one.applicationId} ${one.subjectApplicationId} ${one.apiResourceId}`}
            acted={one}
            userId={id}
          />
        ))}
      </Section>
    </>
  );
}

function Acted({ acted, userId }: { acted: ActedFor; userId: string }): ReactNode {
  const texts = useTexts();
  const words = useWords();
  const { applicationId, subjectApplicationId, apiResourceId, count, scopes, firstAt, lastAt } = acted;
  return (
    <li className="stack tight">
      <span className="row tight">
        <Who id={applicationId} label={null} />
        <span aria-hidden="true">→</span>
        <Who id={apiResourceId} label={null} />
        <Link className="at-end" to="/exchanges" search={{ where: { userId, applicationId, apiResourceId } }}>
          {texts.show}
        </Link>
      </span>
      <Facts
        facts={[
          [texts.from, <Who key="from" id={subjectApplicationId} label={null} />],
          [texts.times, words.number(count)],
          [texts.scopes, scopes.length === 0 ? texts.none : <code key="scopes">{scopes.join(' ')}</code>],
          [texts.first, <When key="first" at={firstAt} />],
          [texts.last, <When key="last" at={lastAt} />],
        ]}
      />
    </li>
  );
}

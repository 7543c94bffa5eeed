import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { graphql } from '../../data/graphql.ts';
import { useRecordId } from '../../data/use-record-id.ts';
import { useMay } from '../../data/viewer.ts';
import { Facts } from '../../parts/Facts.tsx';
import { When, Who } from '../../parts/marks.tsx';
import { RecordFrame } from '../../parts/RecordFrame.tsx';
import { RecordHeader } from '../../parts/RecordHeader.tsx';
import { Section } from '../../parts/Section.tsx';
import { useWords } from '../../words/index.ts';

const AttemptDocument = graphql(`
  query SignInAttempt($id: ID!, $applications: Boolean!) {
    signInAttempt(id: $id) {
      id reference purpose state createdAt endedAt
      user { id displayName }
      application @include(if: $applications) { id displayName }
      entries { at step outcome reason explanation }
    }
  }
`);

/** A sign-in: step by step, with why it was refused, and what helps the person. */
export function Attempt(): ReactNode {
  const words = useWords();
  const may = useMay();
  const id = useRecordId();
  const [{ data, error, fetching }, again] = useQuery({
    query: AttemptDocument,
    variables: { id, applications: may('applications:read') },
  });
  const { attempts: texts } = words;
  return (
    <RecordFrame record={data?.signInAttempt} error={error} isLoading={fetching} again={again}>
      {(attempt) => {
        const input = { userId: attempt.user?.id };
        const remedies = [
          { title: words.users.unlock, operation: 'unlockUser', input },
          { title: texts.sendLink, operation: 'createOneTimeToken', input },
          { title: texts.removeFactors, operation: 'removeUserFactors', input },
        ];
        return (
          <article className="stack">
            <RecordHeader
              name={attempt.reference}
              id={id}
              state={words.label(attempt.state)}
              actions={attempt.user ? remedies : []}
            />
            <div className="card padded">
              <Facts
                facts={[
                  [
                    words.users.one,
                    <Who key="user" id={attempt.user?.id ?? null} label={attempt.user?.displayName ?? null} />,
                  ],
                  [texts.application, attempt.application?.displayName ?? words.record.nothing],
                  [texts.purpose, words.label(attempt.purpose)],
                  [words.record.created, <When key="at" at={attempt.createdAt} />],
                ]}
              />
            </div>
            <Section title={texts.steps}>
              {attempt.entries.map((entry) => (
                <li key={entry.at + entry.step + entry.outcome} className="row">
                  <When at={entry.at} />
                  <strong>{words.label(entry.step)}</strong>
                  <span>{words.label(entry.outcome)}</span>
                  <span className="soft">{entry.explanation}</span>
                </li>
              ))}
            </Section>
          </article>
        );
      }}
    </RecordFrame>
  );
}

import { type ReactNode, Suspense } from 'react';
import { useQuery } from 'urql';
import { useAgainWhile } from '../../data/feed/use-again.ts';
import { useRecordId } from '../../data/records/use-record-id.ts';
import { useMay } from '../../data/viewer.ts';
import { Loading } from '../../parts/Loading.tsx';
import { When } from '../../parts/marks.tsx';
import { NotFound } from '../../parts/record/NotFound.tsx';
import { RecordFrame } from '../../parts/record/RecordFrame.tsx';
import { type RecordAction, RecordHeader } from '../../parts/record/RecordHeader.tsx';
import { referenceOf } from '../../parts/record/record-id.ts';
import { Section } from '../../parts/record/Section.tsx';
import { TimelineSince } from '../../parts/sign-ins/Timeline.tsx';
import { useWords } from '../../words/index.ts';
import { type Attempt as AttemptRecord, AttemptDocument } from './attempt.ts';
import { AttemptMark } from './attempt-mark.tsx';
import { Help } from './help.tsx';
import { Story } from './story.tsx';

/** A sign-in, by its reference or its id: its story, what helps the person, what that changed, and each step. */
export function Attempt(): ReactNode {
  const { attempts: texts } = useWords();
  const may = useMay();
  const id = useRecordId();
  const reference = referenceOf(id);
  const [{ data, error, fetching }, again] = useQuery({
    query: AttemptDocument,
    variables: {
      id,
      isReference: reference !== null,
      filter: reference === null ? {} : { reference },
      applications: may('applications:read'),
    },
  });
  const record = data?.signInAttempt ?? data?.signInAttempts?.nodes[0];
  // Attempts have no events.
  useAgainWhile(record?.state === 'OPEN' || record?.lockedUntil != null, again);
  if (reference !== null && data?.signInAttempts?.nodes.length === 0) return <NotFound text={texts.unknown} />;
  return (
    <RecordFrame record={record} error={error} isLoading={fetching} again={again}>
      {(attempt) => <AttemptDetails attempt={attempt} />}
    </RecordFrame>
  );
}

function AttemptDetails({ attempt }: { attempt: AttemptRecord }): ReactNode {
  const words = useWords();
  const { attempts: texts } = words;
  const { id, reference, user, state, answeredAt, entries } = attempt;
  const input = { userId: user?.id };
  const actions: RecordAction[] = [{ title: texts.removeFactors, operation: 'removeUserFactors', input }];
  return (
    <article className="stack">
      <RecordHeader name={reference} id={id} state={<AttemptMark state={state} />} actions={user ? actions : []} />
      <Suspense fallback={<Loading lines={6} />}>
        <Story attempt={attempt} />
        <Help attempt={attempt} />
        {user ? <TimelineSince id={user.id} after={answeredAt} /> : null}
      </Suspense>
      <Section title={texts.steps}>
        {entries.map((entry) => (
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
}

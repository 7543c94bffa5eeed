import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { graphql, type ResultOf } from '../../data/graphql.ts';
import { useAgainWhile } from '../../data/use-again-while.ts';
import { useRecordId } from '../../data/use-record-id.ts';
import { useMay } from '../../data/viewer.ts';
import { Facts } from '../../parts/record/Facts.tsx';
import { LockEnd } from '../../parts/lock-end.tsx';
import { IdentityLink } from '../../parts/Identity.tsx';
import { StateMark, When } from '../../parts/marks.tsx';
import { RecordFrame } from '../../parts/record/RecordFrame.tsx';
import { type RecordAction, RecordHeader } from '../../parts/record/RecordHeader.tsx';
import { referenceOf } from '../../parts/record/record-id.ts';
import { Section } from '../../parts/record/Section.tsx';
import { useWords } from '../../words/index.ts';
import { AttemptMark } from './attempt-mark.tsx';
import { NotFound } from '../../parts/record/NotFound.tsx';

const AttemptDocument = graphql(`
  query SignInAttempt($filter: SignInAttemptFilter!, $id: ID!, $isReference: Boolean!, $applications: Boolean!) {
    signInAttempts(first: 1, filter: $filter) @include(if: $isReference) { nodes { ...AttemptDetails } }
    signInAttempt(id: $id) @skip(if: $isReference) { ...AttemptDetails }
  }
  fragment AttemptDetails on SignInAttempt {
    id reference purpose state createdAt endedAt lockedUntil ipAddress device
    user { id displayName email username phone locks { flow failures until } }
    application @include(if: $applications) { id displayName }
    entries { at step outcome reason explanation }
  }
`);

/** A sign-in, by its reference or its id: step by step, with why it was refused, and what helps the person. */
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

type AttemptRecord = NonNullable<ResultOf<typeof AttemptDocument>['signInAttempt']>;

function AttemptDetails({ attempt }: { attempt: AttemptRecord }): ReactNode {
  const words = useWords();
  const { attempts: texts } = words;
  const input = { userId: attempt.user?.id };
  const locks = attempt.user?.locks ?? [];
  const remedies: RecordAction[] = [
    ...(locks.length > 0 ? [{ title: words.common.unlock, operation: 'unlockUser' as const, input }] : []),
    { title: texts.sendLink, operation: 'createOneTimeToken', input },
    { title: texts.removeFactors, operation: 'removeUserFactors', input },
  ];
  const lock: [string, ReactNode][] = attempt.lockedUntil
    ? [[texts.lock, <AttemptLock key="lock" attempt={attempt} />]]
    : [];
  const refusal = attempt.entries.findLast(({ explanation }) => explanation !== null);
  return (
    <article className="stack">
      <RecordHeader
        name={attempt.reference}
        id={attempt.id}
        state={<AttemptMark state={attempt.state} />}
        actions={attempt.user ? remedies : []}
      />
      <div className="card padded">
        <Facts
          facts={[
            [texts.refusal, refusal?.explanation ?? words.record.nothing],
            ...lock,
            [words.kinds.User, attempt.user ? <IdentityLink key="user" record={attempt.user} /> : words.record.nothing],
            [
              texts.application,
              attempt.application ? (
                <IdentityLink key="application" record={attempt.application} />
              ) : (
                words.record.nothing
              ),
            ],
            [texts.purpose, words.label(attempt.purpose)],
            [texts.address, attempt.ipAddress ?? words.record.nothing],
            [texts.browser, attempt.device ?? words.record.nothing],
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
}

/** Until when the person is locked out, and after how many failures; or that the lock no longer holds. */
function AttemptLock({ attempt: { user, lockedUntil } }: { attempt: AttemptRecord }): ReactNode {
  const { attempts: texts, label, number } = useWords();
  if (user && !user.locks?.length) return <StateMark tone="good">{texts.unlocked}</StateMark>;
  if (!user) return lockedUntil ? <LockEnd until={lockedUntil} /> : null;
  return (
    <ul className="plain-list">
      {user.locks?.map(({ flow, failures, until }) => (
        <li key={flow + until}>
          <StateMark tone="bad">
            {label(flow)}: {texts.failures(number(failures))} · <LockEnd until={until} />
          </StateMark>
        </li>
      ))}
    </ul>
  );
}

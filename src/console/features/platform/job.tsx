import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { graphql } from '../../data/graphql.ts';
import { useAgainWhile } from '../../data/use-again-while.ts';
import { useRecordId } from '../../data/use-record-id.ts';
import { Code } from '../../parts/Code.tsx';
import { Facts } from '../../parts/Facts.tsx';
import { When, Who } from '../../parts/marks.tsx';
import { RecordFrame } from '../../parts/RecordFrame.tsx';
import { RecordHeader } from '../../parts/RecordHeader.tsx';
import { Section } from '../../parts/Section.tsx';
import { useWords } from '../../words/index.ts';
import { JobMark } from './job-mark.tsx';

const JobDocument = graphql(`
  query Job($id: ID!) {
    job(id: $id) {
      id operation state total succeeded failed reason input createdAt finishedAt
      failures { userId code message }
    }
  }
`);

/** An operation for many users: its progress, and its failures. */
export function Job(): ReactNode {
  const words = useWords();
  const { jobs: texts } = words;
  const id = useRecordId();
  const [{ data, error, fetching }, again] = useQuery({ query: JobDocument, variables: { id } });
  const isRunning = data?.job?.state === 'RUNNING';
  useAgainWhile(isRunning, again);
  return (
    <RecordFrame record={data?.job} error={error} isLoading={fetching} again={again}>
      {(job) => (
        <article className="stack">
          <RecordHeader
            name={words.label(job.operation)}
            id={id}
            state={<JobMark state={job.state} failed={job.failed} />}
            actions={isRunning ? [{ title: texts.cancel, operation: 'cancelJob', input: { jobId: id } }] : []}
          />
          <div className="card padded">
            <Facts
              facts={[
                [
                  texts.progress,
                  <span key="progress" role="status">
                    {texts.done(job.succeeded + job.failed, job.total)}
                  </span>,
                ],
                [texts.failed, job.failed.toLocaleString(words.locale)],
                [texts.reason, job.reason ?? words.record.nothing],
                [words.record.created, <When key="created" at={job.createdAt} />],
                [texts.finished, <When key="finished" at={job.finishedAt} />],
              ]}
            />
          </div>
          {job.failures.length > 0 ? (
            <Section title={texts.failures}>
              {job.failures.map(({ userId, code, message }) => (
                <li key={userId} className="row">
                  <Who id={userId} label={null} />
                  <code>{code}</code>
                  <span className="soft">{message}</span>
                </li>
              ))}
            </Section>
          ) : null}
          <Code label={texts.input}>{JSON.stringify(job.input, null, 2)}</Code>
        </article>
      )}
    </RecordFrame>
  );
}

import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { useAgainWhile } from '../../data/feed/use-again.ts';
import { useRecordId } from '../../data/records/use-record-id.ts';
import { RecordFrame } from '../../parts/record/RecordFrame.tsx';
import { TabbedRecord } from '../../parts/record/TabbedRecord.tsx';
import { useWords } from '../../words/index.ts';
import { JobContext, JobDocument } from './job.ts';
import { JobMark } from './job-mark.tsx';

/** An operation for many users: the frame of all tabs. */
export function JobPage(): ReactNode {
  const words = useWords();
  const id = useRecordId();
  const [{ data, error, fetching }, again] = useQuery({ query: JobDocument, variables: { id } });
  const isRunning = data?.job?.state === 'RUNNING';
  useAgainWhile(isRunning, again);
  return (
    <RecordFrame record={data?.job} error={error} isLoading={fetching} again={again}>
      {(job) => (
        <JobContext value={job}>
          <TabbedRecord
            name={words.label(job.operation)}
            id={id}
            state={<JobMark state={job.state} failed={job.failed} />}
            actions={isRunning ? [{ title: words.jobs.cancel, operation: 'cancelJob', input: { jobId: id } }] : []}
            path={`/jobs/${id}`}
            tabs={[
              { path: '', title: words.jobs.progress },
              { path: '/events', title: words.record.events, permissions: ['events:read'] },
            ]}
          />
        </JobContext>
      )}
    </RecordFrame>
  );
}

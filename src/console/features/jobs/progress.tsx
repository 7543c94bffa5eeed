import type { ReactNode } from 'react';
import { Code } from '../../parts/code/Code.tsx';
import { Facts } from '../../parts/record/Facts.tsx';
import { Who } from '../../parts/identity/Who.tsx';
import { When } from '../../parts/marks.tsx';
import { Section } from '../../parts/record/Section.tsx';
import { useWords } from '../../words/index.ts';
import { useJob } from './job.ts';

/** The progress of a job, with its failures and its input. */
export function JobProgress(): ReactNode {
  const words = useWords();
  const { jobs: texts } = words;
  const job = useJob();
  return (
    <>
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
              <span className="soft">{words.reason({ code, message })}</span>
            </li>
          ))}
        </Section>
      ) : null}
      <Code label={texts.input}>{JSON.stringify(job.input, null, 2)}</Code>
    </>
  );
}

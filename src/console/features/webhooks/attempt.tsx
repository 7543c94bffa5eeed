import type { ReactNode } from 'react';
import { Code } from '../../parts/code/Code.tsx';
import { StateMark, When } from '../../parts/marks.tsx';
import { useWords } from '../../words/index.ts';
import { type BodyRecord, DeliveryBody } from './body.tsx';

interface AttemptRecord {
  number: number;
  startedAt: string;
  durationMs: number;
  status: number | null;
  failure: string | null;
  error: string | null;
  requestHeaders: Record<string, unknown>;
  bodySha256: string | null;
  responseBody: string | null;
}

interface AttemptProps {
  attempt: AttemptRecord;
  delivery: BodyRecord & { attempts: readonly AttemptRecord[] };
  /** Whether the viewer may read what was sent. */
  withBody: boolean;
}

/** An attempt: what was sent, and what was answered. */
export function AttemptSection({ attempt, delivery, withBody }: AttemptProps): ReactNode {
  const { deliveries: texts, common } = useWords();
  const headers = Object.entries(attempt.requestHeaders);
  const isBodyOfLast = attempt.bodySha256 === delivery.attempts.at(-1)?.bodySha256;
  return (
    <section className="card padded stack tight">
      <div className="row">
        <h2 className="grow">{common.attempt(attempt.number, attempt.durationMs)}</h2>
        <When at={attempt.startedAt} />
        <StateMark tone={attempt.failure ? 'bad' : 'good'}>{attempt.status ?? attempt.error ?? ''}</StateMark>
      </div>
      {attempt.error ? <p className="soft">{attempt.error}</p> : null}
      <h3>{texts.sent}</h3>
      <Code label={texts.sent}>{headers.map(([name, value]) => `${name}: ${String(value)}`).join('\n')}</Code>
      {withBody ? (
        <details>
          <summary>{texts.body}</summary>
          {isBodyOfLast ? <DeliveryBody {...delivery} /> : <p className="soft">{texts.otherBody}</p>}
        </details>
      ) : null}
      {attempt.responseBody ? (
        <>
          <h3>{texts.answered}</h3>
          <Code label={texts.answered}>{attempt.responseBody}</Code>
        </>
      ) : null}
    </section>
  );
}

import type { ReactNode } from 'react';
import { useTimeFormat } from '../../parts/time/time-format.ts';
import { StateMark } from '../../parts/marks.tsx';
import { useNow } from '../../parts/time/use-now.ts';
import { type Phase, type RotatedKey, type Span, timeLineOf } from './key-spans.ts';
import { useTexts } from './use-texts.ts';

const phases: readonly Phase[] = ['waits', 'signs', 'verifies'];

/** So near to the beginning of the line, the present leaves no room for its date. */
const nearEdge = 0.25;

const percent = (part: number): string => `${(part * 100).toFixed(2)}%`;

interface Key extends RotatedKey {
  state: 'CURRENT' | 'NEXT' | 'PREVIOUS' | 'RETIRED';
}

export const toneOf = (state: Key['state']) =>
  (({ CURRENT: 'good', NEXT: 'warn', PREVIOUS: 'soft', RETIRED: 'soft' }) as const)[state];

/** When each key is published, signs, and only verifies. The list below it has the same times. */
export function KeyTimeLine({ keys }: { keys: readonly Key[] }): ReactNode {
  const now = useNow();
  const { line, states } = useTexts();
  const timeLine = timeLineOf(keys, now);
  const shown = keys
    .filter((key) => timeLine.spansOf(key).length > 0)
    .toSorted((one, other) => (one.algorithm + one.signsFrom).localeCompare(other.algorithm + other.signsFrom));
  const moment = useTimeFormat({ day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' });
  return (
    <figure className="card padded key-line">
      <figcaption className="row">
        <strong className="grow">{line.title}</strong>
        {phases.map((phase) => (
          <span key={phase} className="key-legend">
            <span className="key-span" data-phase={phase} aria-hidden="true" />
            {line[phase]}
          </span>
        ))}
      </figcaption>
      <div className="key-rows" aria-hidden="true">
        {shown.map((key) => (
          <div key={key.id} className="key-row">
            <span>
              <strong>{key.algorithm}</strong> <StateMark tone={toneOf(key.state)}>{states[key.state]}</StateMark>
            </span>
            <span className="key-track">
              {timeLine.spansOf(key).map((span) => (
                <Bar key={span.phase} span={span} />
              ))}
              <span className="key-now" style={{ '--at': percent(timeLine.now) }} />
            </span>
          </div>
        ))}
        <div className="key-row soft">
          <span />
          <span className="key-axis">
            <span>{timeLine.now < nearEdge ? '' : moment(timeLine.from)}</span>
            <span className="key-today" style={{ '--at': percent(timeLine.now) }}>
              {line.now}
            </span>
            <span>{moment(timeLine.until)}</span>
          </span>
        </div>
      </div>
    </figure>
  );
}

const Bar = ({ span: { phase, start, end } }: { span: Span }): ReactNode => (
  <span className="key-span" data-phase={phase} style={{ '--at': percent(start), '--length': percent(end - start) }} />
);

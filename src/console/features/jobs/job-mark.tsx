import type { ReactNode } from 'react';
import { useWords } from '../../words/index.ts';
import { StateMark, type Tone } from '../../parts/marks.tsx';

const tones: Readonly<Record<string, Tone>> = { RUNNING: 'warn', FINISHED: 'good', FAILED: 'bad', CANCELLED: 'soft' };

/** The state of a job. One that is done is good only if no user failed. */
export function JobMark({ state, failed }: { state: string; failed: number }): ReactNode {
  const words = useWords();
  const tone = state === 'FINISHED' && failed > 0 ? 'warn' : (tones[state] ?? 'soft');
  return <StateMark tone={tone}>{words.label(state)}</StateMark>;
}

import type { ReactNode } from 'react';
import { useWords, type Words } from '../words/index.ts';
import { StateMark, type Tone } from './marks.tsx';

const tones: Readonly<Record<string, Tone>> = { DELIVERED: 'good', FAILED: 'bad', PENDING: 'warn', WAITING: 'warn' };

/** The status of a delivery. */
export function DeliveryMark({ status }: { status: string }): ReactNode {
  const words = useWords();
  return <StateMark tone={tones[status] ?? 'soft'}>{words.label(status)}</StateMark>;
}

interface Attempt {
  number: number;
  status: number | null;
  error: string | null;
  durationMs: number;
}

/** The last attempt in one line; undefined before the first one. */
export const attemptText = (attempt: Attempt | null, { common }: Words): string | undefined =>
  attempt
    ? `${attempt.status ?? attempt.error ?? ''} · ${common.attempt(attempt.number, attempt.durationMs)}`
    : undefined;

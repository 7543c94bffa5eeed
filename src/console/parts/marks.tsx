import { type ReactNode, useState } from 'react';
import { useTimeZone } from '../data/preferences/time-zone.ts';
import { useWords } from '../words/index.ts';
import { Icon } from './frame/Icon.tsx';
import { relativeFormat } from './time/formatters.ts';
import { timeInWords } from './time/in-words.ts';
import { useTimeFormat } from './time/time-format.ts';
import { useNow } from './time/use-now.ts';

export type Tone = 'good' | 'warn' | 'bad' | 'soft';
const signs: Record<Tone, string> = { good: '●', warn: '◷', bad: '✗', soft: '◌' };

/** A state: always a sign and a word, never a color alone. */
export const StateMark = ({ tone, children }: { tone: Tone; children: ReactNode }): ReactNode => (
  <span>
    <span className={tone} aria-hidden="true">
      {signs[tone]}
    </span>{' '}
    {children}
  </span>
);

/** Whether a record that can be turned off works: enabled, disabled, or failing. */
export function EnabledMark({ isEnabled, isFailing }: { isEnabled: boolean; isFailing: boolean }): ReactNode {
  const { state } = useWords();
  if (isFailing) return <StateMark tone="bad">{state.failing}</StateMark>;
  return <StateMark tone={isEnabled ? 'good' : 'soft'}>{isEnabled ? state.enabled : state.disabled}</StateMark>;
}

const seconds = { dateStyle: 'medium', timeStyle: 'long' } as const;
/** To the millisecond, as the order of events requires. */
const milliseconds = {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  timeZoneName: 'short',
} as const;

interface WhenProps {
  at: string | null | undefined;
  /** Whether it is shown to the second as well. */
  isDated?: boolean;
  /** Whether it is shown to the millisecond as well. */
  isExact?: boolean;
}

/** A time as people say it; exact in its title, or before it. */
export function When({ at, isDated = false, isExact = false }: WhenProps): ReactNode {
  const words = useWords();
  const timeOf = useTimeFormat(isExact ? milliseconds : seconds);
  const now = useNow();
  const timeZone = useTimeZone();
  if (!at) return <span className="soft">{words.record.never}</span>;
  const text = timeInWords(Date.parse(at), now, { locale: words.locale, timeZone });
  const exact = timeOf(at);
  return (
    <time dateTime={at} title={exact}>
      {isExact || isDated ? `${exact} · ${text}` : text}
    </time>
  );
}

const dayLength = 86_400_000;

/** A day (UTC), relative to today. */
export function Day({ at }: { at: string | null | undefined }): ReactNode {
  const words = useWords();
  if (!at) return <span className="soft">{words.record.never}</span>;
  const days = Math.floor(Date.parse(at) / dayLength) - Math.floor(Date.now() / dayLength);
  return (
    <time dateTime={at.slice(0, 10)} title={at.slice(0, 10)}>
      {relativeFormat(words.locale).format(days, 'day')}
    </time>
  );
}

/** When something was last used, by the day or to the second, in words after others. */
export function LastUsed({ at, isExact = false }: { at: string | null; isExact?: boolean }): ReactNode {
  const { record } = useWords();
  if (at === null) return record.neverUsed;
  return (
    <>
      {record.lastUsed} {isExact ? <When at={at} /> : <Day at={at} />}
    </>
  );
}

interface CopyProps {
  text: string;
  label?: string;
  onCopied?: () => void;
  /** The browser has refused it. */
  onRefused?: () => void;
}

/** Copies a text. */
export function Copy({ text, label, onCopied, onRefused }: CopyProps): ReactNode {
  const words = useWords();
  const [outcome, setOutcome] = useState<'copied' | 'notCopied'>();
  const copy = async (): Promise<void> => {
    // The browser may refuse it.
    const next = await navigator.clipboard.writeText(text).then(
      () => 'copied' as const,
      () => 'notCopied' as const,
    );
    setOutcome(next);
    (next === 'copied' ? onCopied : onRefused)?.();
    setTimeout(() => setOutcome(undefined), 3000);
  };
  return (
    <button type="button" className="copy" aria-label={label ?? words.copy.copy} onClick={() => void copy()}>
      <Icon name="copy" />
      <span role="status" className={outcome === 'notCopied' ? 'bad' : ''}>
        {outcome && words.copy[outcome]}
      </span>
    </button>
  );
}

export const Id = ({ id }: { id: string }): ReactNode => (
  <span className="row tight inline unwrapped">
    <code>{id}</code>
    <Copy text={id} label={`${useWords().record.copyId} ${id}`} />
  </span>
);

import type { ReactNode } from 'react';
import { useWords } from '../../words/index.ts';

/** An object on one line; a dash for an empty one. */
export function InlineJson({ value }: { value: unknown }): ReactNode {
  const words = useWords();
  const text = JSON.stringify(value);
  return text === '{}' ? words.record.nothing : <code>{text}</code>;
}

import { SegmentedControl } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Code } from './Code.tsx';

interface Props {
  label: string;
  /** By the name of the language or library. */
  snippets: Readonly<Record<string, string>>;
}

/** The same in several languages: one of them is shown. */
export function Snippets({ label, snippets }: Props): ReactNode {
  const names = Object.keys(snippets);
  const [chosen, choose] = useState('');
  const shown = names.includes(chosen) ? chosen : (names[0] ?? '');
  return (
    <div className="stack tight">
      <div className="snippet-names">
        <SegmentedControl size="xs" aria-label={label} value={shown} onChange={choose} data={names} />
      </div>
      <Code label={`${label}, ${shown}`}>{snippets[shown] ?? ''}</Code>
    </div>
  );
}

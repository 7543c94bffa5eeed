import { TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { contains } from '../../data/contains.ts';
import { operationNames } from '../../data/needs.ts';
import { useOpenChange } from '../../data/use-address.ts';
import { useMayRun } from '../../data/viewer.ts';
import { operations } from '../../parts/change/operations.ts';
import { titleOf, useActs } from '../../words/acts/index.ts';
import { useWords } from '../../words/index.ts';
import { PageHeading } from '../../parts/PageHeading.tsx';

/** Every mutation of the platform: what it does, and which permission it requires. */
export function AllOperations(): ReactNode {
  const words = useWords();
  const acts = useActs();
  const mayRun = useMayRun();
  const openChange = useOpenChange();
  const [text, setText] = useState('');
  const names = operationNames.filter((name) => contains(titleOf(acts, name), text));
  return (
    <section className="stack">
      <header className="row">
        <PageHeading title={words.navigation.operations} grows />
        <TextInput
          type="search"
          aria-label={words.list.search}
          placeholder={words.list.search}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      </header>
      <ul className="plain-list card padded stack" aria-label={words.navigation.operations}>
        {names.map((name) => (
          <li key={name}>
            <button type="button" className="link" onClick={() => openChange(name)} data-operation={name}>
              {titleOf(acts, name)}
            </button>{' '}
            <code className="soft">{operations[name].permission}</code>
            {mayRun(name) ? null : <span className="warn"> ✗ {words.operations.lacking}</span>}
            <div className="soft">{operations[name].description}</div>
          </li>
        ))}
      </ul>
    </section>
  );
}

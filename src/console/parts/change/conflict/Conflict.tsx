import { Button, SegmentedControl } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useWords } from '../../../words/index.ts';
import { type Choice, differencesOf } from './conflict.ts';
import { shownValue } from './shown-value.ts';
import type { Change } from '../use-change.ts';

/** Another person has changed the record: what it was, what it is now, and what was typed, field by field. */
export function Conflict({ change }: { change: Change }): ReactNode {
  const words = useWords();
  const [choices, setChoices] = useState<Readonly<Record<string, Choice>>>({});
  const { current, fields, values, resolve } = change;
  const { record, theirs, changedBy, isDeleted } = current;
  if (changedBy === undefined) return null;
  const differences = theirs ? differencesOf(fields, { base: record, theirs, mine: values }) : [];
  const contested = differences.filter(({ isContested }) => isContested);
  const decided = { ...Object.fromEntries(contested.map(({ name }) => [name, 'mine' as const])), ...choices };
  const all = (choice: Choice): void =>
    resolve(Object.fromEntries(differences.map(({ name }) => [name, choice] as const)));
  return (
    <section role="alert" className="notice stack tight" data-kind="warn" aria-label={words.change.conflictTitle}>
      <strong>{words.change.conflict(changedBy)}</strong>
      {isDeleted ? <span>{words.change.isDeleted}</span> : null}
      {theirs && contested.length === 0 ? <span>{words.change.noContest}</span> : null}
      {differences.map(({ name, base, theirs: other, mine, isContested }) => (
        <div key={name} className="stack tight">
          <span>
            {words.label(name)} <span className="soft">· {words.change.before(shownValue(words, name, base))}</span>
          </span>
          {isContested ? (
            <SegmentedControl
              size="xs"
              orientation="vertical"
              aria-label={words.label(name)}
              value={decided[name] ?? 'mine'}
              onChange={(choice) => setChoices({ ...choices, [name]: choice })}
              data={[
                { value: 'theirs', label: words.change.theirs(shownValue(words, name, other)) },
                { value: 'mine', label: words.change.mine(shownValue(words, name, mine)) },
              ]}
            />
          ) : (
            <span>→ {words.change.theirs(shownValue(words, name, other))}</span>
          )}
        </div>
      ))}
      {isDeleted ? null : (
        <div className="row">
          {contested.length > 0 ? <Button onClick={() => resolve(decided)}>{words.change.goOn}</Button> : null}
          <Button variant="default" onClick={() => all('theirs')}>
            {words.change.takeTheirs}
          </Button>
          <Button variant="default" onClick={() => all('mine')}>
            {words.change.keepMine}
          </Button>
        </div>
      )}
    </section>
  );
}

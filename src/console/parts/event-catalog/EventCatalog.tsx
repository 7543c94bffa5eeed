import { Button, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useQuery } from 'urql';
import { contains } from '../../data/contains.ts';
import { graphql, type ResultOf } from '../../data/graphql.ts';
import { useWords } from '../../words/index.ts';
import type { BesideProps } from '../change/beside/beside-props.ts';
import { Code } from '../code/Code.tsx';
import { Loading } from '../Loading.tsx';
import { useTexts } from './use-texts.ts';

const CatalogDocument = graphql(`
  query EventCatalog { eventTypes { type typeName subjectKind description example } }
`);

type EventTypeInfo = NonNullable<ResultOf<typeof CatalogDocument>['eventTypes']>[number];

/** All events that a webhook can receive, and an example of the message with each, beside the form of the webhook. */
export default function EventCatalog({ values, set }: BesideProps): ReactNode {
  const texts = useTexts();
  const [{ data }] = useQuery({ query: CatalogDocument });
  const [search, setSearch] = useState('');
  const [looked, lookAt] = useState<string | null>(null);
  const chosen = Array.isArray(values['eventTypes']) ? values['eventTypes'].map(String) : [];
  const all = data?.eventTypes ?? [];
  const matches = all.filter(({ typeName, description }) => contains(`${typeName} ${description}`, search));
  const shown = matches.find(({ type }) => type === (looked ?? chosen[0])) ?? matches[0];
  if (!data) return <Loading lines={8} />;
  return (
    <section className="stack tight event-catalog" aria-label={texts.title}>
      <h3>{texts.title}</h3>
      <TextInput
        size="xs"
        aria-label={texts.search}
        placeholder={texts.search}
        value={search}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
      />
      <Types types={matches} shown={shown} chosen={chosen} lookAt={lookAt} />
      {chosen.length === 0 ? <p className="soft">{texts.all}</p> : null}
      {shown ? (
        <>
          <p>{shown.description}</p>
          {chosen.includes(shown.type) ? (
            <p className="soft">✓ {texts.isSent}</p>
          ) : (
            <div>
              <Button variant="default" onClick={() => set('eventTypes', [...chosen, shown.type])}>
                {texts.add(shown.typeName)}
              </Button>
            </div>
          )}
          <Code label={texts.example}>{JSON.stringify(shown.example, null, 2)}</Code>
          {values['selection'] ? <p className="soft">{texts.selected}</p> : null}
        </>
      ) : null}
    </section>
  );
}

interface TypesProps {
  types: readonly EventTypeInfo[];
  shown: EventTypeInfo | undefined;
  chosen: readonly string[];
  lookAt: (type: string) => void;
}

/** The types by the kinds of their records: one of them is looked at. */
function Types({ types, shown, chosen, lookAt }: TypesProps): ReactNode {
  const texts = useTexts();
  const { label } = useWords();
  const groups = Map.groupBy(types, ({ subjectKind }) => subjectKind);
  return (
    <select
      size={8}
      aria-label={texts.types}
      value={shown?.type ?? ''}
      onChange={({ currentTarget }) => lookAt(currentTarget.value)}
    >
      {[...groups].map(([kind, members]) => (
        <optgroup key={kind} label={label(kind)}>
          {members.map(({ type, typeName }) => (
            <option key={type} value={type}>
              {`${chosen.includes(type) ? '✓ ' : ''}${typeName}`}
            </option>
          ))}
        </optgroup>
      ))}
    </select>
  );
}

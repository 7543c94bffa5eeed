import { Select, SegmentedControl } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { type Operation, stringifyDocument } from '@urql/core';
import { shownQueries } from '../../data/feed/refetch-on-events.ts';
import { useWords } from '../../words/index.ts';
import { Code } from '../code/Code.tsx';
import { Dialog } from '../Dialog.tsx';

type Form = 'graphql' | 'curl' | 'link';

/** The queries of this page for use elsewhere: as GraphQL, as a command, or as a link. Never with a token. */
export function CopyAs({ close }: { close: () => void }): ReactNode {
  const words = useWords();
  const [queries] = useState(copiedQueries);
  const [name, setName] = useState(queries[0]?.name ?? '');
  const [form, setForm] = useState<Form>('graphql');
  const query = queries.find((one) => one.name === name);
  return (
    <Dialog title={words.keys.copyAs} close={close} size="lg">
      <div className="row">
        <SegmentedControl
          size="xs"
          aria-label={words.keys.copyAs}
          value={form}
          onChange={(value) => setForm(value)}
          data={[
            { value: 'graphql', label: words.change.graphql },
            { value: 'curl', label: words.change.curl },
            { value: 'link', label: words.copy.link },
          ]}
        />
        {queries.length > 1 && form !== 'link' ? (
          <Select
            aria-label={words.copy.query}
            data={queries.map((one) => one.name)}
            value={name}
            onChange={(next) => setName(next ?? name)}
          />
        ) : null}
      </div>
      <Code label={words.change.code}>{textOf(form, query)}</Code>
    </Dialog>
  );
}

function textOf(form: Form, query: CopiedQuery | undefined): string {
  if (form === 'link' || !query) return location.href;
  const { text, variables } = query;
  if (form === 'graphql') return `${text}\n\n# Variables\n${JSON.stringify(variables, null, 2)}`;
  const body = JSON.stringify({ query: text.replaceAll(/\s+/g, ' '), variables }).replaceAll("'", String.raw`'\''`);
  return `curl ${location.origin}/graphql \\\n  -H "authorization: Bearer $TOKEN" \\\n  -H "content-type: application/json" \\\n  -d '${body}'`;
}

interface CopiedQuery {
  name: string;
  text: string;
  variables: object;
}

/** The queries of the page, before those of its frame. */
function copiedQueries(): CopiedQuery[] {
  const queries = shownQueries().map(({ query, variables }) => ({
    name: nameOf(query),
    text: withoutTypeNames(stringifyDocument(query)),
    variables: (variables ?? {}) as object,
  }));
  const isOfFrame = ({ name }: CopiedQuery): number => (['Viewer', 'Views', 'EventTypes'].includes(name) ? 1 : 0);
  const byName = new Map(queries.map((query) => [query.name, query]));
  return [...byName.values()].toSorted((one, other) => isOfFrame(one) - isOfFrame(other));
}

function nameOf(query: Operation['query']): string {
  const [operation] = 'definitions' in query ? query.definitions : [];
  return (operation && 'name' in operation && operation.name?.value) || '';
}

/** The cache asks for them; what is copied need not. */
const withoutTypeNames = (text: string): string => text.replaceAll(/^\s*__typename\n/gm, '');

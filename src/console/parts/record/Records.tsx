import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { TypedDocumentNode } from '@urql/core';
import { type ReactNode, useState } from 'react';
import { useQuery } from 'urql';
import { useWords } from '../../words/index.ts';
import { isSearched, SearchBox } from '../SearchBox.tsx';
import { Section } from './Section.tsx';

/** A page of records that belong to one. */
export interface Part<Row> {
  nodes: readonly Row[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

interface Answer<Row> {
  record?: { page: Part<Row> | null } | null;
  page?: Part<Row> | null;
}

interface Source<Row> {
  /** Reads a page: the one after `$after`, of what `$search` finds. It has `page`, or `record { page }`. */
  // oxlint-disable-next-line typescript/no-explicit-any -- variables differ: conditions, and what may be read
  document: TypedDocumentNode<Answer<Row>, any>;
  variables: Readonly<Record<string, unknown>>;
}

interface Props<Row> extends Source<Row> {
  /** The first page, which is read with the record itself. */
  first: Part<Row> | null | undefined;
  /** Items of a list. */
  children: (row: Row) => ReactNode;
}

/** Records that belong to one, as items of a list. Further pages are read one by one, and stay current. */
export function Records<Row>({ first, ...source }: Props<Row>): ReactNode {
  if (!first) return null;
  return (
    <>
      {first.nodes.map(source.children)}
      <Rest key={JSON.stringify(source.variables)} {...source} part={first} />
    </>
  );
}

/** The rest that follows a page. */
function Rest<Row>({ part: { pageInfo }, ...source }: Omit<Props<Row>, 'first'> & { part: Part<Row> }): ReactNode {
  const words = useWords();
  const [isOpen, setOpen] = useState(false);
  if (!pageInfo.hasNextPage) return null;
  if (isOpen) return <Following {...source} after={pageInfo.endCursor} />;
  return (
    <li className="full">
      <Button variant="subtle" onClick={() => setOpen(true)}>
        {words.list.more}
      </Button>
    </li>
  );
}

function Following<Row>({ after, ...source }: Omit<Props<Row>, 'first'> & { after: string | null }): ReactNode {
  const words = useWords();
  const { document, variables, children } = source;
  const [{ data, error }] = useQuery({ query: document, variables: { ...variables, after } });
  const part = data?.page ?? data?.record?.page;
  if (!part) return <li className="soft">{error ? error.message : words.list.loading}</li>;
  if (after === null && part.nodes.length === 0) return <li className="soft">{words.picker.none}</li>;
  return (
    <>
      {part.nodes.map(children)}
      <Rest {...source} part={part} />
    </>
  );
}

interface SectionProps<Row> extends Props<Row> {
  title: string;
  action?: ReactNode;
  /** The sentence for none. */
  empty: string;
  /** The sentence in the place of records that may not be read. */
  hidden?: string | undefined;
  isMany?: boolean;
  isSearchable?: boolean;
}

/** A section of records that belong to one. If they are more than a page, they can be searched. */
export const RecordSection = <Row,>(props: SectionProps<Row>): ReactNode => (
  // The page of another record of the kind begins with its first page, and without a search.
  <Searchable key={JSON.stringify(props.variables)} {...props} />
);

function Searchable<Row>(props: SectionProps<Row>): ReactNode {
  const { title, action, empty, hidden, isMany = false, isSearchable = true, ...records } = props;
  const [text, setText] = useState('');
  const [settled] = useDebouncedValue(text, 200);
  const search = isSearched(settled) ? settled : null;
  const hasMore = records.first?.pageInfo.hasNextPage === true;
  const box =
    isSearchable && (hasMore || text !== '') ? <SearchBox title={title} text={text} set={setText} width={160} /> : null;
  return (
    <Section
      title={title}
      isMany={isMany}
      action={
        <>
          {box}
          {action}
        </>
      }
      empty={records.first?.nodes.length === 0 ? empty : hidden}
    >
      {search === null ? (
        <Records {...records} />
      ) : (
        <Following {...records} variables={{ ...records.variables, search }} after={null} />
      )}
    </Section>
  );
}

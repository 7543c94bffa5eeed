import { gql, useQuery } from 'urql';
import { type Recognizable, selectionOf } from '../../data/records/recognition.ts';
import type { PickerKind } from './kinds.ts';

const documents = new Map<string, ReturnType<typeof gql>>();

/** The first 20 records of each kind that match, and those that are chosen. */
function documentFor(kinds: readonly PickerKind[]): ReturnType<typeof gql> {
  const key = kinds.map(({ list }) => list).join();
  const cached = documents.get(key);
  if (cached) return cached;
  const lists = kinds.map(
    ({ list, type }) => `${list}(first: 20, search: $search) { nodes { id ${selectionOf(type)} } }`,
  );
  const fields = kinds.map(({ type }) => `... on ${type} { ${selectionOf(type)} }`);
  const document = gql(`query Pick($search: String, $ids: [ID!]!) {
    ${lists.join(' ')}
    chosen: nodes(ids: $ids) { __typename id ... on Named { displayName } ${fields.join(' ')} }
  }`);
  documents.set(key, document);
  return document;
}

interface Answer {
  chosen: (Recognizable | null)[];
  [list: string]: (Recognizable | null)[] | { nodes: Recognizable[] } | null;
}

interface Records {
  /** The hits of each kind. */
  hits: Recognizable[][];
  /** These and what is chosen. */
  byId: ReadonlyMap<string, Recognizable>;
  /** Whether the hits are not yet those of the search. */
  isOutdated: boolean;
}

/** The records that can be chosen, and those that are. */
export function useRecords(kinds: readonly PickerKind[], search: string | null, ids: readonly string[]): Records {
  const variables = { search, ids };
  const [{ data, stale, operation }] = useQuery<Answer>({ query: documentFor(kinds), variables });
  const hits = kinds.map(({ list }) => {
    const answer = data?.[list];
    return answer && 'nodes' in answer ? answer.nodes : [];
  });
  const records = [...(data?.chosen ?? []), ...hits.flat()].filter((record) => record !== null);
  // An answer for other ids has the same hits.
  const isOutdated = operation?.variables?.['search'] !== search || (stale && search !== null);
  return { hits, byId: new Map(records.map((record) => [record.id, record])), isOutdated };
}

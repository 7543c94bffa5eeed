// Saved views: addresses of lists by name, in the preferences of the person.
import { useQuery } from 'urql';
import type { Search } from './address.ts';
import { client, writing } from './client.ts';
import { graphql, type ResultOf } from './graphql.ts';
import { useViewer } from './viewer.ts';

const ViewsDocument = graphql(`query Views { viewer { id preferences { document } } }`);

const SaveDocument = graphql(`
  mutation SaveViews($input: UpdateMyPreferencesInput!) {
    updateMyPreferences(input: $input) { document }
  }
`);

/** What a view keeps of an address. */
export type View = Pick<Search, 'q' | 'order' | 'where' | 'columns'>;

export interface Views {
  byName: Readonly<Record<string, View>>;
  /** Saves a view, or removes it if there is none. Returns a message if that failed. */
  save: (name: string, view: View | null) => Promise<string | null>;
}

/** The saved views of all lists, by the path of the list and by name; null if the caller is no person. */
export function useAllViews(): Readonly<Record<string, Readonly<Record<string, View>>>> | null {
  const [{ data }] = useQuery({ query: ViewsDocument, requestPolicy: 'cache-first' });
  return documentOf(data)?.views ?? null;
}

const documentOf = (data: ResultOf<typeof ViewsDocument> | undefined) =>
  data?.viewer?.preferences?.document as { views?: Record<string, Record<string, View>> } | undefined;

/** The saved views of a list; null if the caller is no person. Read once; an event repeats it when they change. */
export function useViews(path: string): Views | null {
  const viewer = useViewer();
  const [{ data }, again] = useQuery({ query: ViewsDocument, requestPolicy: 'cache-first' });
  const document = documentOf(data);
  if (!document || !viewer.id) return null;
  const save = async (name: string, view: View | null): Promise<string | null> => {
    const input = { document: { views: { [path]: { [name]: view } } } };
    const { error } = await client.mutation(SaveDocument, { input }, writing).toPromise();
    again({ requestPolicy: 'network-only' });
    return error?.graphQLErrors[0]?.message ?? error?.message ?? null;
  };
  return { byName: document.views?.[path] ?? {}, save };
}

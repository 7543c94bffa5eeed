// Preferences of the person on every device, such as saved views, and the time zone in which times are shown.
import { useQuery } from 'urql';
import type { Search } from '../address.ts';
import { client, writing } from '../client.ts';
import { refresh } from '../feed/refetch-on-events.ts';
import { graphql } from '../graphql.ts';

const PreferencesDocument = graphql(`query Preferences { viewer { id preferences { document } } }`);

const SaveDocument = graphql(`
  mutation SavePreferences($input: UpdateMyPreferencesInput!) {
    updateMyPreferences(input: $input) { document }
  }
`);

/** The part of an address that a view keeps. */
export type View = Pick<Search, 'q' | 'order' | 'where' | 'columns'>;

interface Preferences {
  /** Saved views, by the path of the list and by name. */
  views?: Readonly<Record<string, Readonly<Record<string, View>>>>;
  /** Without it, times are in the time zone of the browser. */
  timeZone?: 'UTC';
  /** Whether the first steps were put away. */
  firstSteps?: 'away';
}

interface Saved {
  document: Preferences;
  /** Changes members: null removes one (RFC 7396). Returns a message if that failed. */
  save: (change: Readonly<Record<string, unknown>>) => Promise<string | null>;
}

/** The preferences; null if the caller is no person. Read once; an event repeats it when they change. */
export function usePreferences(): Saved | null {
  const [{ data }] = useQuery({ query: PreferencesDocument, requestPolicy: 'cache-first' });
  const { id, preferences } = data?.viewer ?? {};
  if (!id || !preferences) return null;
  const save = async (change: Readonly<Record<string, unknown>>): Promise<string | null> => {
    const { error } = await client.mutation(SaveDocument, { input: { document: change } }, writing).toPromise();
    refresh([id]);
    return error?.graphQLErrors[0]?.message ?? error?.message ?? null;
  };
  return { document: preferences.document, save };
}

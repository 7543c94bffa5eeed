// Saved views: addresses of lists by name, in the preferences of the person.
import { usePreferences, type View } from './preferences.ts';

export type { View } from './preferences.ts';

export interface Views {
  byName: Readonly<Record<string, View>>;
  /** Saves a view, or removes it if there is none. Returns a message if that failed. */
  save: (name: string, view: View | null) => Promise<string | null>;
}

/** The saved views of all lists, by the path of the list and by name; null if the caller is no person. */
export const useAllViews = (): Readonly<Record<string, Readonly<Record<string, View>>>> | null =>
  usePreferences()?.document.views ?? null;

/** The saved views of a list; null if the caller is no person. */
export function useViews(path: string): Views | null {
  const preferences = usePreferences();
  if (!preferences) return null;
  return {
    byName: preferences.document.views?.[path] ?? {},
    save: (name, view) => preferences.save({ views: { [path]: { [name]: view } } }),
  };
}

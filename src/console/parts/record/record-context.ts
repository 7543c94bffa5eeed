import { type Context, createContext, useContext } from 'react';

/** A record that the frame of its tabs has loaded: its provider, and the hook of the tabs. */
export function recordContext<Data>(): [provider: Context<Data | null>, use: () => Data] {
  const context = createContext<Data | null>(null);
  const use = (): Data => {
    const record = useContext(context);
    if (record === null) throw new Error('This is no tab of a record.');
    return record;
  };
  return [context, use];
}

/** The id of the record whose tabs surround a component; null outside of tabs. */
export const TabbedId = createContext<string | null>(null);

import { useEffect, useRef, useState } from 'react';
import { isDeletion } from '../../data/event-facts.ts';
import type { Search } from '../../data/address.ts';
import { type FeedEvent, onEvents } from '../../data/feed.ts';
import type { ListDefinition } from './definition.ts';

export interface Change {
  actor: string | null;
  isDeletion: boolean;
}

/** The changes of a list since it is open. */
export interface News {
  changes: ReadonlyMap<string, Change>;
  /** Number of records of its kind that were created. */
  created: number;
  clear: () => void;
}

/** Milliseconds for which a changed row is marked. */
const marked = 1600;

/** Changes of the shown records, and how many new ones are not shown. */
export function useNews(
  ids: readonly string[],
  { newId, follow }: Pick<ListDefinition<never>, 'newId' | 'follow'>,
  where: NonNullable<Search['where']>,
): News {
  const [changes, setChanges] = useState<ReadonlyMap<string, Change>>(new Map());
  const [created, setCreated] = useState<ReadonlySet<string>>(new Set());
  const latest = useRef({ ids, where });
  latest.current = { ids, where };
  const conditions = JSON.stringify(where);
  useEffect(() => {
    setCreated(new Set());
    const announce = (ids: readonly string[]): void => setCreated((before) => new Set([...before, ...ids]));
    return follow?.(latest.current.where, announce);
  }, [follow, conditions]);
  useEffect(() => {
    const timers = new Set<ReturnType<typeof setTimeout>>();
    const stop = onEvents((events) => {
      const fresh = events.flatMap((event) => newId?.(event, latest.current.where) ?? []);
      if (fresh.length > 0) setCreated((before) => new Set([...before, ...fresh]));
      const shown = new Set(latest.current.ids);
      const entries = events.filter(({ subject }) => shown.has(subject.id)).map(changeOf);
      if (entries.length === 0) return;
      setChanges((before) => new Map([...before, ...entries]));
      timers.add(setTimeout(() => setChanges(withoutMarks), marked));
    });
    return () => {
      stop();
      for (const timer of timers) clearTimeout(timer);
    };
  }, [newId]);
  const count = created.difference(new Set(ids)).size;
  return { changes, created: count, clear: () => setCreated(new Set()) };
}

const changeOf = (event: FeedEvent): [string, Change] => [
  event.subject.id,
  { actor: event.actor.label, isDeletion: isDeletion(event) },
];

/** Deleted rows stay struck through until the list is queried again. */
const withoutMarks = (changes: ReadonlyMap<string, Change>): ReadonlyMap<string, Change> =>
  new Map([...changes].filter(([, { isDeletion }]) => isDeletion));

import { useEffect, useRef, useState } from 'react';
import { type FeedEvent, onEvents } from '../../data/feed.ts';

export interface Change {
  actor: string | null;
  isDeletion: boolean;
}

/** What has happened to a list since it is open. */
export interface News {
  changes: ReadonlyMap<string, Change>;
  /** Number of records of its kind that were created. */
  created: number;
  clear: () => void;
}

/** Milliseconds for which a changed row is marked. */
const marked = 1600;

/** Changes of the shown records, and how many new ones there are. Rows never move while someone looks at them. */
export function useNews(ids: readonly string[], isNews: (event: FeedEvent) => boolean): News {
  const [changes, setChanges] = useState<ReadonlyMap<string, Change>>(new Map());
  const [created, setCreated] = useState(0);
  const announces = useRef(isNews);
  announces.current = isNews;
  const key = ids.join(' ');
  useEffect(() => {
    const shown = new Set(key.split(' '));
    const timers = new Set<ReturnType<typeof setTimeout>>();
    const stop = onEvents((events) => {
      const found = events.filter(({ subject }) => shown.has(subject.id));
      const fresh = events.filter((event) => announces.current(event) && !shown.has(event.subject.id)).length;
      setCreated((before) => before + fresh);
      if (found.length === 0) return;
      const latest = found.map(
        ({ subject, actor, typeName }) =>
          [subject.id, { actor: actor.label, isDeletion: typeName.endsWith('.Deleted') }] as const,
      );
      setChanges((before) => new Map([...before, ...latest]));
      timers.add(setTimeout(() => setChanges(withoutMarks), marked));
    });
    return () => {
      stop();
      for (const timer of timers) clearTimeout(timer);
    };
  }, [key]);
  return { changes, created, clear: () => setCreated(0) };
}

/** Deleted rows stay struck through until the list is queried again. */
const withoutMarks = (changes: ReadonlyMap<string, Change>): ReadonlyMap<string, Change> =>
  new Map([...changes].filter(([, { isDeletion }]) => isDeletion));

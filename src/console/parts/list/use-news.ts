import { useEffect, useRef, useState } from 'react';
import { isDeletion } from '../../data/event-facts.ts';
import type { Search } from '../../data/address.ts';
import { type FeedEvent, onEvents } from '../../data/feed/feed.ts';
import { ownChanges } from '../../data/feed/own-changes.ts';
import { useViewer } from '../../data/viewer.ts';
import type { ListDefinition } from './definition.ts';

export interface Change {
  actor: string | null;
  isDeletion: boolean;
}

/** The changes of a list since it is open. */
export interface News {
  changes: ReadonlyMap<string, Change>;
  /** The records of its kind that were created. */
  created: ReadonlySet<string>;
  clear: () => void;
}

/** Milliseconds for which a changed row is marked. */
const marked = 1600;

/**
 * Changes of the shown records, and new ones. Calls `onOwn` after changes of the viewer, and `onBegin` when records
 * begin to be followed.
 */
export function useNews(
  ids: readonly string[],
  { newId, follow }: Pick<ListDefinition<never>, 'newId' | 'follow'>,
  where: NonNullable<Search['where']>,
  { onOwn, onBegin }: Record<'onOwn' | 'onBegin', () => void>,
): News {
  const { id: viewerId } = useViewer();
  const [changes, setChanges] = useState<ReadonlyMap<string, Change>>(new Map());
  const [created, setCreated] = useState<ReadonlySet<string>>(new Set());
  const latest = useRef({ ids, where, onOwn, onBegin });
  latest.current = { ids, where, onOwn, onBegin };
  useEffect(() => ownChanges.subscribe(() => latest.current.onOwn()), []);
  const conditions = JSON.stringify(where);
  useEffect(() => {
    setCreated(new Set());
    const announce = (ids: readonly string[]): void => setCreated((before) => new Set([...before, ...ids]));
    return follow?.(latest.current.where, announce, () => latest.current.onBegin());
  }, [follow, conditions]);
  useEffect(() => {
    const timers = new Set<ReturnType<typeof setTimeout>>();
    const stop = onEvents((events) => {
      const newIn = (some: readonly FeedEvent[]): string[] =>
        some.flatMap((event) => newId?.(event, latest.current.where) ?? []);
      const fresh = newIn(events.filter(({ actor }) => actor.id !== viewerId));
      if (fresh.length > 0) setCreated((before) => new Set([...before, ...fresh]));
      const shown = new Set(latest.current.ids);
      // In another tab, perhaps. What was created here is shown before its event: the list has taken it in, and would
      // take in what others create, too, while it is announced.
      const ownIds = newIn(events.filter(({ actor }) => actor.id === viewerId));
      if (ownIds.some((id) => !shown.has(id))) latest.current.onOwn();
      const entries = events.filter(({ subject }) => shown.has(subject.id)).map(changeOf);
      if (entries.length === 0) return;
      setChanges((before) => new Map([...before, ...entries]));
      timers.add(setTimeout(() => setChanges(withoutMarks), marked));
    });
    return () => {
      stop();
      for (const timer of timers) clearTimeout(timer);
    };
  }, [newId, viewerId]);
  return { changes, created, clear: () => setCreated(new Set()) };
}

const changeOf = (event: FeedEvent): [string, Change] => [
  event.subject.id,
  { actor: event.actor.label, isDeletion: isDeletion(event) },
];

/** Deleted rows stay struck through until the list is queried again. */
const withoutMarks = (changes: ReadonlyMap<string, Change>): ReadonlyMap<string, Change> =>
  new Map([...changes].filter(([, { isDeletion }]) => isDeletion));

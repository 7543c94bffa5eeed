import { useEffect, useState } from 'react';
import { isDeletion } from '../../data/event-facts.ts';
import { type Current, readCurrent } from '../../data/change.ts';
import { onEvents } from '../../data/feed/feed.ts';
import type { Operation } from '../../data/operation.ts';

export interface CurrentRecord {
  /** The record with which the form began, or went on with after a conflict. */
  record: Current | null;
  /** Whether it was read, or there is none. */
  isKnown: boolean;
  /** The actor who has changed it since it was read: null if unknown, undefined if it is as it was. */
  changedBy: string | null | undefined;
  /** The record after their change; null until it is read. */
  theirs: Current | null;
  isDeleted: boolean;
  /** Notes that the platform refused the version. */
  markChanged: () => Promise<void>;
  /** Goes on with the record as it is now. */
  read: () => Promise<Current | null>;
}

/** The record of a change as it is now: its version and values; and whether someone changes it meanwhile. */
export function useCurrent(operation: Operation, subjectId: string | null, isWatching: boolean): CurrentRecord {
  const [record, setRecord] = useState<Current | null>(null);
  const [readId, setReadId] = useState<string | null>(null);
  const [theirs, setTheirs] = useState<Current | null>(null);
  const [changedBy, setChangedBy] = useState<string | null | undefined>();
  const [isDeleted, setDeleted] = useState(false);
  const markChanged = async (actor: string | null): Promise<void> => {
    const latest = subjectId === null ? null : await readCurrent(operation, subjectId);
    // An event can arrive after the record was read as it left it.
    if (latest && latest.version === record?.version) return;
    setTheirs(latest);
    setChangedBy(actor);
  };
  const read = async (): Promise<Current | null> => {
    const latest = subjectId === null ? null : await readCurrent(operation, subjectId);
    setRecord(latest);
    setTheirs(null);
    setChangedBy(undefined);
    setReadId(subjectId);
    return latest;
  };
  const id = record?.id;
  useEffect(() => {
    if (!id || !isWatching) return undefined;
    return onEvents((events) => {
      const change = events.findLast(({ subject }) => subject.id === id);
      if (!change) return;
      setDeleted(isDeletion(change));
      void markChanged(change.actor.label);
    });
  }, [id, isWatching]);
  const isKnown = readId === subjectId;
  return { record, isKnown, changedBy, theirs, isDeleted, markChanged: () => markChanged(null), read };
}

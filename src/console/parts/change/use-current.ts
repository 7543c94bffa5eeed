import { useEffect, useState } from 'react';
import { type Current, readCurrent } from '../../data/change.ts';
import { onEvents } from '../../data/feed.ts';
import type { Operation } from '../../data/operation.ts';
import type { Values } from './values.ts';

export interface CurrentRecord {
  record: Current | null;
  /** Whether it was read, or there is none. */
  isKnown: boolean;
  /** Who has changed it since it was read: null if that is unknown, undefined if it is as it was. */
  changedBy: string | null | undefined;
  /** Notes that the platform refused the version. */
  markChanged: () => void;
  read: () => Promise<Current | null>;
}

/** The record of a change as it is now: its version and values; and whether someone changes it meanwhile. */
export function useCurrent(operation: Operation, given: Values, isWatching: boolean): CurrentRecord {
  const [record, setRecord] = useState<Current | null>(null);
  const [isKnown, setKnown] = useState(operation.subject === null);
  const [changedBy, setChangedBy] = useState<string | null | undefined>();
  const read = async (): Promise<Current | null> => {
    const latest = await readCurrent(operation, given);
    setRecord(latest);
    setChangedBy(undefined);
    setKnown(true);
    return latest;
  };
  const id = record?.id;
  useEffect(() => {
    if (!id || !isWatching) return undefined;
    return onEvents((events) => {
      const change = events.find(({ subject }) => subject.id === id);
      if (change) setChangedBy(change.actor.label);
    });
  }, [id, isWatching]);
  return { record, isKnown, changedBy, markChanged: () => setChangedBy(null), read };
}

import type { ReactNode } from 'react';
import { isRecognized } from '../../data/records/recognition.ts';
import { useRecognizables } from '../../data/records/record-names.ts';
import { IdentityLink, RecordLink } from './Identity.tsx';

/** A record by its id, and the name that it had: as it is recognized, or by this name if it has no other sign. */
export function Who({ id, label }: { id: string | null; label: string | null }): ReactNode {
  const record = useRecognizables(id === null ? [] : [id]).get(id ?? '');
  const name = label ?? record?.displayName ?? id ?? '–';
  if (id === null) return <bdi>{name}</bdi>;
  if (isRecognized(id)) {
    if (record) return <IdentityLink record={{ ...record, displayName: name }} />;
    return <IdentityLink record={{ id, displayName: name }} line={name === id ? null : id} />;
  }
  return (
    <RecordLink id={id}>
      <bdi>{name}</bdi>
    </RecordLink>
  );
}

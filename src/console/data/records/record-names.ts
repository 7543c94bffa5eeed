import { useEffect, useSyncExternalStore } from 'react';
import generated from '../../generated/records.json' with { type: 'json' };
import { type NamedRecord, namesById } from './names-by-id.ts';
import { secondLine } from './recognition.ts';
import { useMay } from '../viewer.ts';

/** A kind of record that an id can be of. */
export interface RecordKind {
  kind: string;
  /** Name of the type of its records. */
  type: string;
  /** Permission to read them. */
  permission: string;
  /** Whether holding it in one organization is enough to find some. */
  isPossibleInOrganization?: boolean;
}

const kinds: Readonly<Record<string, RecordKind>> = generated;

/** The kind of the record that a value is the id of; undefined if it is none. */
export function kindOfId(value: unknown): RecordKind | undefined {
  const [, prefix = ''] = (typeof value === 'string' && /^([a-z_]+)_[0-9a-z]{26}$/.exec(value)) || [];
  return kinds[prefix];
}

/** The ids of records in a value, or in any of its members. */
export function idsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(idsIn);
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(idsIn);
  return typeof value === 'string' && kindOfId(value) ? [value] : [];
}

/** The name of a record, with the details by which people recognize it. */
export interface RecordName {
  id: string;
  kind: string;
  name: string;
  /** Distinguishes those with the same name: an address, an indicator. */
  detail: string | null;
  /** The day on which a secret was used last; undefined if the record is none. */
  lastUsedAt?: string | null;
  /** Whether it is the only secret of an application, which has no keys either. */
  isLast?: boolean;
}

/** The records of these ids as they are recognized, as far as the viewer may read them. */
export function useRecognizables(ids: readonly string[]): ReadonlyMap<string, NamedRecord> {
  const may = useMay();
  const readable = [...new Set(ids)].filter((id) => {
    const kind = kindOfId(id);
    return kind && may(kind.permission, kind.isPossibleInOrganization ? 'anywhere' : 'everywhere');
  });
  useEffect(() => namesById.keep(readable), [readable.join(' ')]);
  useSyncExternalStore(namesById.subscribe, () => namesById.stateOf(readable));
  return new Map(readable.flatMap((id) => namesById.get(id) ?? []).map((record) => [record.id, record]));
}

/** The names of records by id, as far as the viewer may read them. */
export const useRecordNames = (ids: readonly string[]): ReadonlyMap<string, RecordName> =>
  new Map(Array.from(useRecognizables(ids), ([id, record]) => [id, nameOf(record)]));

function nameOf(record: NamedRecord): RecordName {
  const { id, displayName, lastUsedAt, application } = record;
  const common = { id, kind: kindOfId(id)?.kind ?? '', name: displayName, detail: secondLine(record) };
  if (!application) return common;
  return { ...common, lastUsedAt: lastUsedAt ?? null, isLast: application.secrets.length === 1 && !application.jwks };
}

import { type Kind, type KindDefinition, kinds, type SubjectKind } from '../../vocabulary/kinds.ts';

/** The fields that people recognize a record of a kind by, the best first. */
export const nameFieldsOf = (kind: Kind): readonly string[] => {
  const { namedBy = [] }: KindDefinition = kinds[kind];
  return namedBy;
};

/** The label of a record for people, at its present state; undefined if it has no name, such as a signing key. */
export const labelOf = (kind: Kind, record: object): string | undefined =>
  nameFieldsOf(kind)
    .map((field) => (record as Record<string, unknown>)[field])
    .find((value): value is string => typeof value === 'string' && value !== '');

/** The label of an event's subject, from the record in its data; undefined if the data has none. */
export function labelIn(subject: SubjectKind, data: unknown): string | undefined {
  const record = (data as Partial<Record<SubjectKind, unknown>>)[subject];
  // A recipient is an address.
  if (typeof record === 'string') return record;
  return typeof record === 'object' && record !== null ? labelOf(subject, record) : undefined;
}

import { z } from 'zod';
import { idOf } from './ids.ts';
import type { IdKind } from './kinds.ts';

/** Parts of the public shapes of records. Times are ISO 8601 in UTC. */
export const time = z.iso.datetime();
export const json = z.record(z.string(), z.unknown());
/** The id of a record itself. */
export const ownId = (kind: IdKind) => idOf(kind).describe('Unique identifier.');

/** Examples of fields, for events and for the documentation of REST. */
export const examples = z.registry<{ example: unknown }>();
export const exampleTimes = {
  before: '2026-11-02T08:00:00.000Z',
  now: '2026-11-20T10:15:30.000Z',
  later: '2026-11-27T10:15:30.000Z',
};

/** Ids of a grant and a session at the issuer. */
export const exampleGrantId = 'Uakgb_J5m9g-0JDMbcJqL';
export const exampleSessionId = 'V1StGXR8_Z5jdHi6B-myT';

/** A field of a record, with its description and an example. */
export function field<Schema extends z.ZodType>(schema: Schema, description: string, example: z.input<Schema>): Schema {
  const described = schema.describe(description);
  examples.add<z.ZodType>(described, { example });
  return described;
}

/** A schema that means the same as a field of a record, such as a field of an input, with its description. */
export const describedLike = <Schema extends z.ZodType>(ofRecord: z.ZodType, schema: Schema): Schema =>
  schema.describe(ofRecord.description ?? '');

export const timestamps = {
  createdAt: field(time, 'Time of creation.', exampleTimes.before),
  updatedAt: field(time, 'Time of the last change.', exampleTimes.now),
};

/** Records of kinds with a table have one; events do not. */
export const version = field(
  z.int(),
  'Number of changes, starting at 1. A change can require it, and fails if the record has changed since: as `expectedVersion` in GraphQL, as `If-Match` with the `ETag` in REST.',
  1,
);

/** The GraphQL types that fields have in records, where their JSON type does not determine it. */
export const typeNames = z.registry<{ typeName: string }>();
const text = (typeName: string) => z.string().register(typeNames, { typeName });
export const url = text('URL');
export const email = text('EmailAddress');
export const eventType = text('EventType');
export const subjectKind = text('SubjectKind');
export const jsonOf = (typeName: string) => z.record(z.string(), z.unknown()).register(typeNames, { typeName });

/** For ids of other records: the field that leads to these records, which the GraphQL type has instead of the ids. */
const links = z.registry<{ field: string }>();
export const linkTo = (kind: IdKind, field: string = kind) => idOf(kind).register(links, { field });

/** The field that the GraphQL type of a record has instead of these ids; undefined if the field is no such id. */
export function linkOf(schema: z.core.$ZodType): string | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'nullable') return linkOf(def.innerType);
  return def.type === 'array' ? linkOf(def.element) : links.get(schema)?.field;
}

import type { z } from 'zod';
import type { ExposedOperation } from '../../kernel/operation.ts';
import { exampleOf, ownExampleOf } from '../../vocabulary/examples.ts';
import { factsOf } from '../../vocabulary/field-facts.ts';
import { idFieldOf, publishedTypeOf, type RecordKind, recordKinds } from '../../vocabulary/kinds.ts';
import { publishedShape, recordViews } from '../reads/record-views.ts';
import { successOf } from '../writes.ts';

type Values = Record<string, unknown>;

/** An example of a record. */
export const exampleRecord = (kind: RecordKind): Values =>
  exampleOf(publishedShape(kind), publishedTypeOf(kind)) as Values;

/** The kind of record that a path parameter identifies; undefined if it is none that has a path. */
export const kindOfParameter = (name: string): RecordKind | undefined =>
  recordKinds.find((kind) => idFieldOf(kind) === name);

/** An example of a path parameter of a read. */
export function exampleParameter(name: string): unknown {
  const kind = kindOfParameter(name);
  return kind && exampleRecord(kind)[recordViews[kind].key];
}

/** An example of fields of an input. If a field has none, that of the record's field with the same name. */
export function exampleInput(operation: ExposedOperation, fields: z.core.$ZodShape): Values {
  const { record } = successOf(operation);
  return exampleFields(fields, record ? publishedShape(record.kind).shape : {}, operation.name);
}

/** An example of fields of an input, from those of a record with the same names if they have none of their own. */
export function exampleFields(fields: z.core.$ZodShape, ofRecord: z.core.$ZodShape, path: string): Values {
  const examples = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, exampleField(field, ofRecord[name], `${path}.${name}`)]),
  );
  const isTaken = ([name]: [string, unknown]): boolean => {
    const { onlyWith } = factsOf(fields[name] as z.core.$ZodType);
    // The examples of a record fit together: only what is beside a field can leave it out.
    return !onlyWith || !(onlyWith.field in examples) || onlyWith.values.includes(String(examples[onlyWith.field]));
  };
  return Object.fromEntries(Object.entries(examples).filter(isTaken));
}

function exampleField(field: z.core.$ZodType, ofRecord: z.core.$ZodType | undefined, path: string): unknown {
  const stated = ownExampleOf(field) ?? (ofRecord && ownExampleOf(ofRecord));
  if (stated) return stated.example;
  const members = membersOf(field);
  return members ? exampleFields(members, (ofRecord && membersOf(ofRecord)) ?? {}, path) : exampleOf(field, path);
}

/** The fields of an object, which may be optional or null. */
function membersOf(schema: z.core.$ZodType): z.core.$ZodShape | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'object') return def.shape;
  return 'innerType' in def ? membersOf(def.innerType) : undefined;
}

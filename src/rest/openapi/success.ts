import { publishedTypeOf } from '../../vocabulary/kinds.ts';
import type { z } from 'zod';
import type { ExposedOperation } from '../../kernel/operation.ts';
import type { Success } from '../writes.ts';
import { exampleOf } from '../../vocabulary/examples.ts';
import { exampleRecord } from './examples.ts';
import type { JsonSchema, Schemas } from './schemas.ts';

const json = 'application/json';

export interface NamedSchemas {
  schemas: Schemas;
  /** Schemas of records by type. */
  records: Record<string, JsonSchema>;
}

/** The success response of an operation. */
export function successResponse(operation: ExposedOperation, success: Success, components: NamedSchemas): object {
  const { status, record } = success;
  if (status === 204) return { 204: { description: 'Deleted.' } };
  const { schema, example } = contentOf(operation, success, components);
  return {
    [status]: {
      description: status === 201 ? 'Created. The new record.' : record ? 'The updated record.' : 'The result.',
      headers: {
        ...((record || 'version' in operation.output) && { ETag: { $ref: '#/components/headers/ETag' } }),
        ...(status === 201 && { Location: { $ref: '#/components/headers/Location' } }),
        ...(operation.route.method === 'POST' && replayed),
      },
      content: { [json]: { schema, example } },
    },
  };
}

/** The header of a repeated response. */
export const replayed = { 'Idempotent-Replayed': { $ref: '#/components/headers/IdempotentReplayed' } };

/** Schema and example of the response: the record with extra fields. */
export function contentOf(
  operation: ExposedOperation,
  { record, extraFields }: Success,
  { schemas, records }: NamedSchemas,
) {
  const outputs = extraFields.map(
    (field) => [field, schemas.add(operation.output[field] as z.ZodType, 'output')] as const,
  );
  const extraSchema: JsonSchema = { type: 'object', properties: Object.fromEntries(outputs), required: extraFields };
  const shown = record && records[publishedTypeOf(record.kind)];
  const example = {
    ...(record && exampleRecord(record.kind)),
    ...Object.fromEntries(
      extraFields.map((field) => [
        field,
        exampleOf(operation.output[field] as z.ZodType, `${operation.name}.${field}`),
      ]),
    ),
  };
  if (!shown) return { schema: extraSchema, example };
  return { schema: extraFields.length ? { allOf: [shown, extraSchema] } : shown, example };
}

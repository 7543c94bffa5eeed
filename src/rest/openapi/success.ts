import { typeNameOf } from '../../vocabulary/kinds.ts';
import type { z } from 'zod';
import type { ExposedOperation } from '../../kernel/operation.ts';
import type { Success } from '../writes.ts';
import { exampleOf } from './examples.ts';
import type { JsonSchema, Schemas } from './schemas.ts';

const json = 'application/json';

export interface Known {
  schemas: Schemas;
  /** Schemas of records by type. */
  records: Record<string, JsonSchema>;
}

/** The success responses of an operation, with and without `dryRun`. */
export function successResponses(operation: ExposedOperation, success: Success, known: Known): object {
  const { status, record } = success;
  const { schema, example } = contentOf(operation, success, known);
  const dryRun = dryRunOf(status === 204 ? { type: 'null' } : schema);
  const dryRunExample = { result: status === 204 ? null : example, events: [] };
  const done = {
    description: status === 201 ? 'Created. The new record.' : record ? 'The updated record.' : 'The result.',
    headers: {
      ...('version' in example && { ETag: { $ref: '#/components/headers/ETag' } }),
      ...(status === 201 && { Location: { $ref: '#/components/headers/Location' } }),
    },
  };
  if (status === 200) {
    const examples = {
      done: { summary: 'Result', value: example },
      dryRun: { summary: 'With `dryRun=true`', value: dryRunExample },
    };
    return { 200: { ...done, content: { [json]: { schema: { anyOf: [schema, dryRun] }, examples } } } };
  }
  return {
    200: {
      description: 'With `dryRun=true`: the result and the events that the request would have. Nothing is stored.',
      content: { [json]: { schema: dryRun, example: dryRunExample } },
    },
    [status]: status === 204 ? { description: 'Deleted.' } : { ...done, content: { [json]: { schema, example } } },
  };
}

/** Schema and example of the response: the record with extra fields. */
export function contentOf(operation: ExposedOperation, { record, extraFields }: Success, { schemas, records }: Known) {
  const outputs = extraFields.map(
    (field) => [field, schemas.add(operation.output[field] as z.ZodType, 'output')] as const,
  );
  const extraSchema: JsonSchema = { type: 'object', properties: Object.fromEntries(outputs), required: extraFields };
  const shown = record && records[typeNameOf(record.kind)];
  const example = {
    ...(shown && (exampleOf(shown, schemas.named, typeNameOf(record.kind)) as object)),
    ...(exampleOf(extraSchema, schemas.named, operation.name) as object),
  };
  if (!shown) return { schema: extraSchema, example };
  return { schema: extraFields.length ? { allOf: [shown, extraSchema] } : shown, example };
}

export const dryRunOf = (result: JsonSchema): JsonSchema => ({
  type: 'object',
  description: 'Result and events of a dry run.',
  properties: {
    result: { description: 'The result.', ...result },
    events: {
      type: 'array',
      description: 'The events.',
      items: { $ref: '#/components/schemas/Event' },
    },
  },
  required: ['result', 'events'],
});

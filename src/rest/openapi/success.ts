import { typeNameOf } from '../../vocabulary/kinds.ts';
import type { z } from 'zod';
import type { ExposedOperation } from '../../kernel/operation.ts';
import type { Success } from '../writes.ts';
import { exampleOf } from './examples.ts';
import type { JsonSchema, Schemas } from './schemas.ts';

const json = 'application/json';

export interface Known {
  schemas: Schemas;
  /** Schemas of the kinds of record. */
  records: Record<string, JsonSchema>;
}

/** The success responses of an operation, with and without `dryRun`. */
export function successResponses(operation: ExposedOperation, success: Success, known: Known): object {
  const { status, record } = success;
  const { schema, example } = contentOf(operation, success, known);
  const dryRun = dryRunOf(status === 204 ? { type: 'null' } : schema);
  const dryRunExample = { result: status === 204 ? null : example, events: [] };
  const done = {
    description: status === 201 ? 'Created: the new record.' : record ? 'The record as it is now.' : 'What was done.',
    headers: {
      ...('version' in example && { ETag: { $ref: '#/components/headers/ETag' } }),
      ...(status === 201 && { Location: { $ref: '#/components/headers/Location' } }),
    },
  };
  if (status === 200) {
    const examples = {
      done: { summary: 'What was done', value: example },
      dryRun: { summary: 'With `dryRun=true`', value: dryRunExample },
    };
    return { 200: { ...done, content: { [json]: { schema: { anyOf: [schema, dryRun] }, examples } } } };
  }
  return {
    200: {
      description: 'With `dryRun=true`: what it would answer and emit. Nothing is stored.',
      content: { [json]: { schema: dryRun, example: dryRunExample } },
    },
    [status]: status === 204 ? { description: 'Deleted.' } : { ...done, content: { [json]: { schema, example } } },
  };
}

/** Schema and example of what is answered: the record with what stands beside its fields. */
export function contentOf(operation: ExposedOperation, { record, beside }: Success, { schemas, records }: Known) {
  const outputs = beside.map((field) => [field, schemas.add(operation.output[field] as z.ZodType, 'output')] as const);
  const besides: JsonSchema = { type: 'object', properties: Object.fromEntries(outputs), required: beside };
  const shown = record && records[typeNameOf(record.kind)];
  const example = {
    ...(shown && (exampleOf(shown, schemas.named, typeNameOf(record.kind)) as object)),
    ...(exampleOf(besides, schemas.named, operation.name) as object),
  };
  if (!shown) return { schema: besides, example };
  return { schema: beside.length ? { allOf: [shown, besides] } : shown, example };
}

export const dryRunOf = (result: JsonSchema): JsonSchema => ({
  type: 'object',
  description: 'What a rehearsed call would answer and emit.',
  properties: {
    result: { description: 'What it would answer.', ...result },
    events: {
      type: 'array',
      description: 'The events that it would emit.',
      items: { $ref: '#/components/schemas/Event' },
    },
  },
  required: ['result', 'events'],
});

import type { BulkOperation } from '../../kernel/bulk-operation.ts';
import { successOf } from '../writes.ts';
import { exampleInput } from './examples.ts';
import { security, tagOf } from './parts.ts';
import type { JsonSchema } from './schemas.ts';
import { contentOf, type NamedSchemas, replayed } from './success.ts';
import { eventsText, failuresOfWrites, requestOf, requirementsText } from './writes.ts';
import { bulkTexts } from '../../kernel/bulk-texts.ts';

export const bulkTag = { name: 'bulk', description: 'Operations on many items in one call.' };

/** The OpenAPI description of a bulk operation. */
export function describeBulk(
  { name, summary, operation, route, input, item }: BulkOperation,
  components: NamedSchemas,
) {
  const { items: _, ...others } = input.shape;
  const inputs = { ...exampleInput(operation, others), items: [exampleInput(operation, item.shape)] };
  const body = components.schemas.add(input, 'input');
  const { requestBody } = requestOf({ name, route, example: inputs }, body, components.schemas);
  const forEach = `Runs \`${operation.name}\` for each item.`;
  const { schema, example } = bulkContentOf(operation, components);
  return {
    operationId: name,
    tags: [tagOf(route.path)],
    summary,
    description: [forEach, ...eventsText(operation), ...requirementsText(operation)].join('\n\n'),
    security: security(operation.permission),
    parameters: [{ $ref: '#/components/parameters/idempotencyKey' }],
    requestBody,
    responses: {
      200: {
        description: 'The result of each item.',
        headers: replayed,
        content: { 'application/json': { schema, example } },
      },
      ...failuresOfWrites(true),
    },
  };
}

/** Schema and example of the response. */
export function bulkContentOf(
  operation: BulkOperation['operation'],
  components: NamedSchemas,
): { schema: JsonSchema; example: object } {
  const success = successOf(operation);
  const one = contentOf(operation, success, components);
  const isDeleted = success.status === 204;
  const result: JsonSchema = isDeleted ? { type: 'null' } : { anyOf: [one.schema, { type: 'null' }] };
  const schema: JsonSchema = {
    type: 'object',
    properties: {
      results: {
        type: 'array',
        description: bulkTexts.results,
        items: {
          type: 'object',
          properties: {
            index: { type: 'integer', description: bulkTexts.index },
            result: {
              ...result,
              description: 'Result of the operation; null if it failed, or if the record can no longer be read.',
            },
            failure: {
              anyOf: [{ $ref: '#/components/schemas/ItemFailure' }, { type: 'null' }],
              description: bulkTexts.failure,
            },
          },
          required: ['index', 'result', 'failure'],
        },
      },
      succeeded: { type: 'integer', description: bulkTexts.succeeded },
      failed: { type: 'integer', description: bulkTexts.failed },
    },
    required: ['results', 'succeeded', 'failed'],
  };
  const results = [{ index: 0, result: isDeleted ? null : one.example, failure: null }];
  return { schema, example: { results, succeeded: 1, failed: 0 } };
}

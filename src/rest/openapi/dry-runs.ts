import { capitalized } from '../../domain/text.ts';
import type { BulkOperation } from '../../kernel/bulk-operation.ts';
import type { ExposedOperation } from '../../kernel/operation.ts';
import { publishedTypeOf } from '../../vocabulary/kinds.ts';
import { successOf } from '../writes.ts';
import { bulkContentOf } from './bulk.ts';
import { importDryRunResponse } from './import.ts';
import type { JsonSchema } from './schemas.ts';
import { contentOf, type NamedSchemas } from './success.ts';

export const dryRunTag = {
  name: 'dry-run',
  description: 'The changes as dry runs: the result and the events that a change would have. Nothing is stored.',
};

/** The parts that a dry run has in common with the change. */
interface Change {
  operationId: string;
  responses: object;
}

/** The OpenAPI description of the dry run of a change. */
function dryRunOf<T extends Change>(change: T, responses: object): T {
  const { operationId } = change;
  const failures = Object.entries(change.responses).filter(([status]) => !status.startsWith('2'));
  return {
    ...change,
    operationId: `dryRun${capitalized(operationId)}`,
    tags: [dryRunTag.name],
    summary: `Run \`${operationId}\` without storing anything.`,
    responses: { ...responses, ...Object.fromEntries(failures) },
  };
}

/** A response with a result and events; its schema is named. */
function responseOf(name: string, { schema, example }: Content, { schemas }: NamedSchemas): object {
  const dryRun: JsonSchema = {
    type: 'object',
    description: 'Result and events of a dry run. New records have other ids when the change is made.',
    properties: {
      result: { description: 'The result.', ...schema },
      events: { type: 'array', description: 'The events.', items: { $ref: '#/components/schemas/Event' } },
    },
    required: ['result', 'events'],
  };
  return {
    200: {
      description: 'The result and the events that the change would have.',
      content: {
        'application/json': { schema: schemas.name(name, dryRun), example: { result: example, events: [] } },
      },
    },
  };
}

interface Content {
  schema: JsonSchema;
  example: object | null;
}

/** The dry run of an operation. Operations with the same result share the schema of their response. */
export function describeDryRun(operation: ExposedOperation, change: Change, components: NamedSchemas): object {
  const success = successOf(operation);
  const { record, extraFields, status } = success;
  if (status === 204) {
    return dryRunOf(change, responseOf('DeletionDryRun', { schema: { type: 'null' }, example: null }, components));
  }
  const name = record && !extraFields.length ? publishedTypeOf(record.kind) : capitalized(operation.name);
  return dryRunOf(change, responseOf(`${name}DryRun`, contentOf(operation, success, components), components));
}

/** The dry run of a bulk operation. */
export const describeBulkDryRun = (
  { name, operation }: BulkOperation,
  change: Change,
  components: NamedSchemas,
): object =>
  dryRunOf(change, responseOf(`${capitalized(name)}DryRun`, bulkContentOf(operation, components), components));

/** The dry run of the import, whose response differs in its totals only. */
export const describeImportDryRun = (change: Change): object => dryRunOf(change, importDryRunResponse);

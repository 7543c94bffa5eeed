import type { Operation } from '../../kernel/operation.ts';
import { successOf } from '../writes.ts';
import { failuresWith } from './errors.ts';
import { exampleOf } from './examples.ts';
import { inPath, parametersOf, permissionText, security, tagOf } from './parts.ts';
import type { JsonSchema, Schemas } from './schemas.ts';
import { successResponses } from './success.ts';

const json = 'application/json';

/** What OpenAPI says of an operation. */
export function describeWrite(
  operation: Operation,
  path: string,
  schemas: Schemas,
  records: Record<string, JsonSchema>,
) {
  const { name, summary, always, sometimes, permission, subject, route } = operation;
  const input = schemas.add(operation.input, 'input');
  const success = successOf(operation);
  const { body, required } = bodyOf(input, parametersOf(path));
  const emits = [
    ...(always.length ? [`Emits ${always.join(', ')}, unless nothing changes.`] : []),
    ...(sometimes.length ? [`May emit ${sometimes.join(', ')}.`] : []),
  ];
  const description = [...emits, permissionText(permission, operation.organization)].join('\n\n');
  return {
    operationId: name,
    tags: [tagOf(path)],
    summary,
    description,
    security: security(permission),
    parameters: [
      ...parametersOf(path).map((parameter) => inPath(parameter, input.properties?.[parameter], name)),
      { $ref: '#/components/parameters/dryRun' },
      ...(subject ? [{ $ref: '#/components/parameters/ifMatch' }] : []),
      ...(route?.method === 'POST' ? [{ $ref: '#/components/parameters/idempotencyKey' }] : []),
    ],
    ...(body && {
      requestBody: {
        required,
        content: {
          [json]: {
            schema: schemas.name(`${name.charAt(0).toUpperCase()}${name.slice(1)}`, body),
            example: exampleOf(body, schemas.named, name),
          },
        },
      },
    }),
    responses: {
      ...successResponses(operation, success, { schemas, records }),
      ...failuresWith([...(body ? [400] : []), 401, 403, 404, 409, ...(body ? [413, 415] : []), 422, 500]),
    },
  };
}

/** The input without what stands in the path; nothing when that is all. */
function bodyOf(input: JsonSchema, parameters: readonly string[]): { body: JsonSchema | undefined; required: boolean } {
  const { required = [], ...schema } = input;
  const properties = Object.entries(schema.properties ?? {}).filter(([name]) => !parameters.includes(name));
  const needed = required.filter((name) => !parameters.includes(name));
  if (!properties.length) return { body: undefined, required: false };
  const body = { ...schema, properties: Object.fromEntries(properties) };
  return needed.length ? { body: { ...body, required: needed }, required: true } : { body, required: false };
}

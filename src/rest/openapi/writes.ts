import type { z } from 'zod';
import { capitalized } from '../../domain/text.ts';
import type { ExposedOperation, PublicOperation } from '../../kernel/operation.ts';
import { describeRecentSignIn } from '../../kernel/recent-sign-in.ts';
import { bodyTypes } from '../body.ts';
import { successOf } from '../writes.ts';
import { failuresWith } from './errors.ts';
import { exampleInput } from './examples.ts';
import { parametersIn } from '../route.ts';
import { inPath, permissionText, scopeText, security, tagOf } from './parts.ts';
import type { JsonSchema, Schemas } from './schemas.ts';
import { successResponse } from './success.ts';

/** The OpenAPI description of an operation. */
export function describeWrite(
  operation: ExposedOperation,
  path: string,
  schemas: Schemas,
  records: Record<string, JsonSchema>,
) {
  const example = exampleInput(operation, (operation.input as z.ZodObject).shape);
  const success = successResponse(operation, successOf(operation), { schemas, records });
  return describeCall(operation, { path, scope: operation.permission, example, success }, schemas);
}

/** The parts of a call that each API describes in its own way. */
interface Call {
  path: string;
  scope: string;
  example: Record<string, unknown>;
  /** The success response by its status. */
  success: object;
}

/** The OpenAPI description of an operation of either API. */
export function describeCall(operation: PublicOperation, { path, scope, example, success }: Call, schemas: Schemas) {
  const { name, summary, record, route } = operation;
  const input = schemas.add(operation.input, 'input');
  const { requestBody, parameters } = requestOf({ name, route, example }, input, schemas);
  return {
    operationId: name,
    tags: [tagOf(path)],
    summary,
    description: [...eventsText(operation), ...requirementsText(operation)].join('\n\n'),
    security: security(scope),
    parameters: [
      ...parameters,
      ...(record ? [{ $ref: '#/components/parameters/ifMatch' }] : []),
      ...(route.method === 'POST' ? [{ $ref: '#/components/parameters/idempotencyKey' }] : []),
    ],
    ...(requestBody && { requestBody }),
    responses: {
      ...success,
      ...failuresOfWrites(requestBody !== undefined),
      ...(record && failuresWith([412])),
    },
  };
}

/** The events of an operation. */
export const eventsText = ({ always, sometimes }: PublicOperation): string[] => [
  ...(always.length ? [`Emits ${always.join(', ')}, unless nothing changes.`] : []),
  ...(sometimes.length ? [`May emit ${sometimes.join(', ')}.`] : []),
];

/** The requirements for the caller. */
export function requirementsText(operation: PublicOperation): string[] {
  const { permission, organization } = operation;
  const signIn = describeRecentSignIn(operation);
  const required =
    typeof permission === 'object' ? scopeText(permission.account) : permissionText(permission, organization);
  return [required, ...(signIn ? [signIn] : [])];
}

export const failuresOfWrites = (hasBody: boolean) =>
  failuresWith([...(hasBody ? [400] : []), 401, 403, 404, 409, ...(hasBody ? [413, 415] : []), 422, 500, 503]);

/** The path parameters and the body of an operation. */
export function requestOf(
  {
    name,
    route: { method, path },
    example,
  }: Pick<PublicOperation, 'name' | 'route'> & { example: Record<string, unknown> },
  input: JsonSchema,
  schemas: Schemas,
) {
  const { body, required } = bodyOf(input, parametersIn(path));
  const parameters = parametersIn(path).map((parameter) =>
    inPath(parameter, input.properties?.[parameter], example[parameter]),
  );
  if (!body) return { parameters };
  const schema = schemas.name(capitalized(name), body);
  const documented = Object.entries(example).filter(([field]) => field in (body.properties ?? {}));
  const media = { schema, example: Object.fromEntries(documented) };
  const content = Object.fromEntries(bodyTypes(method).map((type) => [type, media]));
  return { parameters, requestBody: { required, content } };
}

/** The input without path parameters; undefined if nothing is left. */
function bodyOf(input: JsonSchema, parameters: readonly string[]): { body: JsonSchema | undefined; required: boolean } {
  const { required = [], ...schema } = input;
  const properties = Object.entries(schema.properties ?? {}).filter(([name]) => !parameters.includes(name));
  const needed = required.filter((name) => !parameters.includes(name));
  if (!properties.length) return { body: undefined, required: false };
  const body = { ...schema, properties: Object.fromEntries(properties) };
  return needed.length ? { body: { ...body, required: needed }, required: true } : { body, required: false };
}

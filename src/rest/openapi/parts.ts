import { ifMatchPattern } from '../../http/entity-tags.ts';
import type { JsonSchema } from './schemas.ts';

/** A path as OpenAPI writes it. */
export const templateOf = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}');

/** The group of a path: its first segment. */
export const tagOf = (path: string): string => path.split('/')[1] ?? '';

/** All of these permissions are required. */
export const security = (...permissions: readonly string[]) => [
  { oauth2: permissions.filter((name) => name !== 'self') },
];

/** `within`: whether holding the permission in the organization of the record is sufficient. */
export const permissionText = (permission: string, within: unknown): string =>
  permission === 'self'
    ? 'Requires an access token of a user with any permission.'
    : `Requires the permission \`${permission}\`${within ? ', everywhere or in the organization' : ''}.`;

/** For an operation of the Account API. */
export const scopeText = (scope: string): string => `Requires an access token with the scope \`${scope}\`.`;

export function inPath(name: string, schema: JsonSchema | undefined, example: unknown) {
  const { description, ...rest } = schema ?? { type: 'string', description: 'Id.' };
  return { name, in: 'path', required: true, description, schema: rest, example };
}

/** Query parameters: one for each field of a schema. */
export const queryParameters = ({ properties = {}, required = [] }: JsonSchema) =>
  Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    description,
    schema,
  }));

/** Parameters that many operations share. Headers have no examples, because the documentation page would send them. */
export const sharedParameters = {
  ifMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'The `ETag` of the version you have read. The response is 412 if the record has changed since.',
    schema: { type: 'string', pattern: ifMatchPattern },
  },
  ifNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'An `ETag` that you have received. The response is 304 if the record has not changed since.',
    schema: { type: 'string' },
  },
  idempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Makes the request safe to repeat: within 24 hours, a request with the same key returns the first result and changes nothing.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
};

export const sharedHeaders = {
  ETag: {
    description: 'Version of the record and a digest, for `If-Match` and `If-None-Match`.',
    schema: { type: 'string' },
    example: '"7-Gpd1yzXnZyqZ5v1E"',
  },
  IdempotentReplayed: {
    description: 'Whether this is the response to an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'string', const: 'true' },
  },
  Location: { description: 'URL of the new record.', schema: { type: 'string', format: 'uri-reference' } },
  Link: { description: 'The next page, `rel="next"` (RFC 8288); absent on the last page.', schema: { type: 'string' } },
};

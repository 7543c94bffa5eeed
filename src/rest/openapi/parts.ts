import { exampleOf } from './examples.ts';
import type { JsonSchema } from './schemas.ts';

/** Names of the parameters in a path. */
export const parametersOf = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');

/** A path as OpenAPI writes it. */
export const templateOf = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}');

/** The group that a path belongs to: its first part. */
export const tagOf = (path: string): string => path.split('/')[1] ?? '';

export const security = (permission: string) => [{ oauth2: [permission] }, { bearer: [permission] }];

/** `within`: whether it is enough to hold the permission in one organization, for what belongs to it. */
export const permissionText = (permission: string, within: unknown): string =>
  `Needs the permission \`${permission}\`${within ? ', everywhere or in the organization that it is about' : ''}.`;

export function inPath(name: string, schema: JsonSchema | undefined, place: string) {
  const { description, ...rest } = schema ?? { type: 'string', description: 'Identifier.' };
  const example = exampleOf({ properties: { [name]: rest } }, {}, place) as Record<string, unknown>;
  return { name, in: 'path', required: true, description, schema: rest, example: example[name] };
}

/** Parameters that many operations share. Without examples for headers: the page that shows this would send them. */
export const sharedParameters = {
  dryRun: {
    name: 'dryRun',
    in: 'query',
    description: 'Run the operation, return its result and its events, and roll it back.',
    schema: { type: 'boolean', default: false },
  },
  ifMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'The `ETag` of the version you have read: 409 when the record has another version by now.',
    schema: { type: 'string', pattern: '^(W/)?"[0-9]{1,9}"$|^\\*$' },
  },
  idempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Makes the call safe to repeat: within 24 hours the same key returns the first result and does nothing.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
};

export const sharedHeaders = {
  ETag: {
    description: 'The version of the record, for `If-Match` of the next change.',
    schema: { type: 'string' },
    example: '"7"',
  },
  Location: { description: 'Where the new record is.', schema: { type: 'string', format: 'uri-reference' } },
  Link: { description: 'The next page, `rel="next"` (RFC 8288); none on the last one.', schema: { type: 'string' } },
};

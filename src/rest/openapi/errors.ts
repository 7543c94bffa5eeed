import { STATUS_CODES } from 'node:http';
import { errorCodes } from '../../vocabulary/errors.ts';
import type { FailureDocument } from '../failures.ts';
import type { JsonSchema } from './schemas.ts';

/** A failure as callers see it, by the status that it has. */
interface Documented {
  name: string;
  description: string;
  example: Pick<FailureDocument, 'code' | 'detail' | 'problems' | 'permissions' | 'reference'>;
}

const problemAt = (path: (string | number)[], message: string) => ({ problems: [{ path, message }] });

const failures: Readonly<Record<number, Documented>> = {
  400: {
    name: 'Malformed',
    description: 'The body is not JSON, or not UTF-8.',
    example: { code: 'BAD_USER_INPUT', detail: 'The body is not JSON.', ...problemAt([], 'The body is not JSON.') },
  },
  401: {
    name: 'Unauthenticated',
    description: errorCodes.UNAUTHENTICATED.meaning,
    example: { code: 'UNAUTHENTICATED', detail: 'This needs an access token.' },
  },
  403: {
    name: 'Forbidden',
    description: errorCodes.FORBIDDEN.meaning,
    example: {
      code: 'FORBIDDEN',
      detail: 'This needs the permission users:write.',
      permissions: ['users:write'],
    },
  },
  404: {
    name: 'NotFound',
    description: errorCodes.NOT_FOUND.meaning,
    example: { code: 'NOT_FOUND', detail: 'There is no such user.', ...problemAt(['userId'], 'no such user') },
  },
  409: {
    name: 'Conflict',
    description: `${errorCodes.CONFLICT.meaning} Also when \`If-Match\` names another version than there is.`,
    example: {
      code: 'CONFLICT',
      detail: 'This email is taken.',
      ...problemAt(['email'], 'This email is taken.'),
    },
  },
  413: {
    name: 'TooLarge',
    description: 'The body has more than 1 MiB.',
    example: { code: 'BAD_USER_INPUT', detail: 'A body has at most 1048576 bytes.' },
  },
  415: {
    name: 'NotJson',
    description: 'The body is not application/json.',
    example: { code: 'BAD_USER_INPUT', detail: 'The content type of the body has to be application/json.' },
  },
  422: {
    name: 'BadInput',
    description: errorCodes.BAD_USER_INPUT.meaning,
    example: {
      code: 'BAD_USER_INPUT',
      detail: 'The input is not acceptable.',
      ...problemAt(['email'], 'This is not an email address.'),
    },
  },
  500: {
    name: 'Unforeseen',
    description: errorCodes.INTERNAL_SERVER_ERROR.meaning,
    example: {
      code: 'INTERNAL_SERVER_ERROR',
      detail: 'Something unforeseen happened; it is logged under this reference.',
      reference: 'req_01h455vb4pex5vsknk084sn02q',
    },
  },
  503: {
    name: 'Unavailable',
    description: `${errorCodes.SERVICE_UNAVAILABLE.meaning} The number of calls is limited for dry runs, bulk operations and imports.`,
    example: {
      code: 'SERVICE_UNAVAILABLE',
      detail: 'Too many dry runs are in progress. Try again in a moment.',
    },
  },
};

/** The problem document of every failure (RFC 9457). */
export const problemSchema: JsonSchema = {
  type: 'object',
  description: 'What went wrong (RFC 9457).',
  properties: {
    type: { type: 'string', const: 'about:blank', description: 'The generic type: `code` tells more.' },
    title: { type: 'string', description: 'What the status means.' },
    status: { type: 'integer', description: 'The HTTP status.' },
    code: {
      type: 'string',
      enum: Object.keys(errorCodes),
      description: 'What kind of failure it is.',
    },
    detail: { type: 'string', description: 'One sentence for the caller.' },
    problems: {
      type: 'array',
      description: 'Each bad field: where it is and what is wrong with it.',
      items: {
        type: 'object',
        properties: {
          path: {
            type: 'array',
            items: { type: ['string', 'integer'] },
            description:
              'Names and indexes that lead to the field; a parameter of the path or query, or a header, by its name.',
          },
          message: { type: 'string', description: 'What is wrong with it.' },
        },
        required: ['path', 'message'],
      },
    },
    permissions: {
      type: 'array',
      items: { type: 'string' },
      description: 'Each permission that is needed and missing.',
    },
    reference: { type: 'string', description: 'Under which the log tells more.' },
  },
  required: ['type', 'title', 'status', 'code', 'detail'],
};

/** Why one of many items was refused: the part of a problem document that tells it. */
export const itemFailureSchema: JsonSchema = {
  type: 'object',
  description: 'Why an item was refused, or that it failed.',
  properties: Object.fromEntries(
    ['code', 'detail', 'problems', 'reference'].map((name) => [name, problemSchema.properties?.[name] ?? {}]),
  ),
  required: ['code', 'detail', 'problems'],
};

/** The responses of all failures, for the document's components. */
export const failureResponses = Object.fromEntries(
  Object.entries(failures).map(([status, { name, description, example }]) => [
    name,
    {
      description,
      headers: headersOf(status),
      content: {
        'application/problem+json': {
          schema: { $ref: '#/components/schemas/Problem' },
          example: { type: 'about:blank', title: STATUS_CODES[status], status: Number(status), ...example },
        },
      },
    },
  ]),
);

function headersOf(status: string) {
  if (status === '503') {
    return { 'Retry-After': { description: 'Seconds (RFC 9110, section 10.2.3).', schema: { type: 'integer' } } };
  }
  if (status !== '401' && status !== '403') return {};
  return { 'WWW-Authenticate': { description: 'RFC 6750, section 3.', schema: { type: 'string' } } };
}

/** References to the responses of these statuses. */
export const failuresWith = (statuses: readonly number[]): Record<string, { $ref: string }> =>
  Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/${failures[status]?.name}` }]));

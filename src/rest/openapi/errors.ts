import { STATUS_CODES } from 'node:http';
import { unexpectedError } from '../../domain/failure.ts';
import { errorCodes, type ProblemCode, problemCodes, problemTexts } from '../../vocabulary/errors.ts';
import type { FailureDocument } from '../failures.ts';
import type { JsonSchema } from './schemas.ts';

/** An error response of the documentation. */
interface Documented {
  name: string;
  description: string;
  example: Omit<FailureDocument, 'type' | 'title' | 'status'>;
}

const problemAt = (path: (string | number)[], code: ProblemCode, message: string) => ({
  problems: [{ path, code, message }],
});

const failures: Readonly<Record<number, Documented>> = {
  400: {
    name: 'Malformed',
    description: 'The body is not valid JSON or not UTF-8.',
    example: {
      code: 'BAD_USER_INPUT',
      detail: 'The body must be valid JSON.',
      ...problemAt([], 'INVALID_FORMAT', 'The body must be valid JSON.'),
    },
  },
  401: {
    name: 'Unauthenticated',
    description: `${errorCodes.UNAUTHENTICATED.meaning} Or, with the code INSUFFICIENT_USER_AUTHENTICATION: ${errorCodes.INSUFFICIENT_USER_AUTHENTICATION.meaning}`,
    example: { code: 'UNAUTHENTICATED', detail: 'An access token is required.' },
  },
  403: {
    name: 'Forbidden',
    description: errorCodes.FORBIDDEN.meaning,
    example: {
      code: 'FORBIDDEN',
      detail: 'Requires the permission users:write.',
      permissions: ['users:write'],
    },
  },
  404: {
    name: 'NotFound',
    description: errorCodes.NOT_FOUND.meaning,
    example: {
      code: 'NOT_FOUND',
      detail: 'There is no such user.',
      ...problemAt(['userId'], 'NOT_FOUND', 'There is no such user.'),
    },
  },
  409: {
    name: 'Conflict',
    description: `${errorCodes.CONFLICT.meaning} Or, with the code TAKEN: ${errorCodes.TAKEN.meaning}`,
    example: {
      code: 'TAKEN',
      detail: 'This email is taken.',
      ...problemAt(['email'], 'TAKEN', 'This email is taken.'),
    },
  },
  412: {
    name: 'PreconditionFailed',
    description: 'The record has another version than `If-Match`.',
    example: {
      code: 'VERSION_MISMATCH',
      detail: 'Not the current version: it is 8.',
      ...problemAt(['If-Match'], 'VERSION_MISMATCH', 'Not the current version: it is 8.'),
      currentVersion: 8,
    },
  },
  413: {
    name: 'TooLarge',
    description: 'The body is larger than 1 MiB.',
    example: { code: 'BAD_USER_INPUT', detail: 'The body must have at most 1048576 bytes.' },
  },
  415: {
    name: 'UnsupportedMediaType',
    description:
      'The body is not application/json, in PATCH not application/merge-patch+json either, or it is compressed.',
    example: { code: 'BAD_USER_INPUT', detail: 'The content type must be application/json.' },
  },
  422: {
    name: 'InvalidInput',
    description: `${errorCodes.BAD_USER_INPUT.meaning} Or, with the code TOO_COMPLEX: a read takes too long.`,
    example: {
      code: 'BAD_USER_INPUT',
      detail: 'Invalid input.',
      ...problemAt(['email'], 'INVALID_FORMAT', 'Must be an email address.'),
    },
  },
  500: {
    name: 'InternalError',
    description: errorCodes.INTERNAL_SERVER_ERROR.meaning,
    example: {
      code: 'INTERNAL_SERVER_ERROR',
      detail: unexpectedError,
      reference: 'req_01h455vb4pex5vsknk084sn02q',
    },
  },
  503: {
    name: 'Unavailable',
    description: `${errorCodes.SERVICE_UNAVAILABLE.meaning} Concurrent dry runs, bulk operations and imports are limited.`,
    example: {
      code: 'SERVICE_UNAVAILABLE',
      detail: 'Too many dry runs are in progress. Try again in a moment.',
    },
  },
};

const listOf = (meanings: [code: string, meaning: string][]): string =>
  meanings.map(([code, meaning]) => `- \`${code}\`: ${meaning}`).join('\n');

/** The schema of problem documents (RFC 9457). */
export const problemSchema: JsonSchema = {
  type: 'object',
  description: 'An error (RFC 9457).',
  properties: {
    type: { type: 'string', const: 'about:blank', description: 'The generic type; see `code`.' },
    title: { type: 'string', description: 'Status phrase.' },
    status: { type: 'integer', description: 'HTTP status.' },
    code: {
      type: 'string',
      enum: Object.keys(errorCodes),
      description: listOf(Object.entries(errorCodes).map(([code, { meaning }]) => [code, meaning])),
    },
    detail: { type: 'string', description: 'Explanation of the error.' },
    problems: {
      type: 'array',
      description: problemTexts.problems,
      items: {
        type: 'object',
        properties: {
          path: {
            type: 'array',
            items: { type: ['string', 'integer'] },
            description:
              'Names and indexes of the path to the field; or the name of the path parameter, query parameter or header.',
          },
          code: {
            type: 'string',
            enum: Object.keys(problemCodes),
            description: listOf(Object.entries(problemCodes)),
          },
          message: { type: 'string', description: problemTexts.message },
          minimum: { type: 'number', description: 'Minimum of a value that is TOO_SHORT or TOO_SMALL.' },
          maximum: { type: 'number', description: 'Maximum of a value that is TOO_LONG or TOO_LARGE.' },
        },
        required: ['path', 'code', 'message'],
      },
    },
    permissions: {
      type: 'array',
      items: { type: 'string' },
      description: 'Permissions that are required and missing.',
    },
    currentVersion: { type: 'integer', description: 'The version of the record, with the code VERSION_MISMATCH.' },
    maxAge: {
      type: 'integer',
      description: 'Seconds since the sign-in that is required, with the code INSUFFICIENT_USER_AUTHENTICATION.',
    },
    acrValues: {
      type: 'string',
      description:
        'The level of the sign-in that is required, as `acr_values` of the authorization request, with the code INSUFFICIENT_USER_AUTHENTICATION; absent if any level is sufficient.',
    },
    reference: { type: 'string', description: 'Reference to the log entry of an unexpected error.' },
  },
  required: ['type', 'title', 'status', 'code', 'detail'],
};

/** Why an item of a bulk operation failed. */
export const itemFailureSchema: JsonSchema = {
  type: 'object',
  description: 'Why an item failed.',
  properties: {
    code: problemSchema.properties?.['code'] ?? {},
    message: { type: 'string', description: 'Explanation of the error.' },
    problems: problemSchema.properties?.['problems'] ?? {},
    reference: problemSchema.properties?.['reference'] ?? {},
  },
  required: ['code', 'message', 'problems'],
};

/** All error responses, for the components of the document. */
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
  if (status === '429' || status === '503') {
    return {
      'Retry-After': { description: 'Seconds to wait (RFC 9110, section 10.2.3).', schema: { type: 'integer' } },
    };
  }
  if (status === '415') {
    return {
      'Accept-Patch': {
        description: 'In PATCH: the accepted types (RFC 5789, section 3.1).',
        schema: { type: 'string' },
      },
    };
  }
  if (status !== '401' && status !== '403') return {};
  return {
    'WWW-Authenticate': { description: 'RFC 6750, section 3; RFC 9470, section 3.', schema: { type: 'string' } },
  };
}

/** References to the responses of these statuses. */
export const failuresWith = (statuses: readonly number[]): Record<string, { $ref: string }> =>
  Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/${failures[status]?.name}` }]));

/** Error codes of the Management API: `extensions.code` in GraphQL, with the HTTP status of the same error in REST. */
export const errorCodes = {
  UNAUTHENTICATED: { status: 401, meaning: 'The access token is missing or not valid.' },
  INSUFFICIENT_USER_AUTHENTICATION: {
    status: 401,
    meaning:
      'The operation requires a recent sign-in, at most `maxAge` seconds ago (RFC 9470). Sign the user in again, for example with `max_age`, and repeat the call with the new token.',
  },
  FORBIDDEN: { status: 403, meaning: 'The caller lacks a required permission.' },
  NOT_FOUND: { status: 404, meaning: 'A record named in the request does not exist.' },
  CONFLICT: {
    status: 409,
    meaning: 'The request conflicts with the current state, for example because an invitation has expired.',
  },
  TAKEN: { status: 409, meaning: 'Another record has this unique value, for example this name.' },
  VERSION_MISMATCH: {
    status: 412,
    meaning: 'The record has another version than the expected one. `currentVersion` is its version.',
  },
  MALFORMED_DOCUMENT: { status: 400, meaning: 'The GraphQL document has a syntax error. Only in GraphQL.' },
  INVALID_DOCUMENT: {
    status: 400,
    meaning: 'The GraphQL document does not match the schema. Only in GraphQL; a wrong value is BAD_USER_INPUT.',
  },
  TOO_COMPLEX: {
    status: 422,
    meaning:
      'A read takes too long: narrow the filter or the search. Or the GraphQL document has too many tokens, aliases, levels or fields.',
  },
  INVALID_CURSOR: { status: 422, meaning: 'The cursor is not one of this list in this order.' },
  BAD_USER_INPUT: { status: 422, meaning: 'The input is not valid. Each invalid field is listed with its path.' },
  RATE_LIMITED: { status: 429, meaning: 'Too many requests. Try again later.' },
  SERVICE_UNAVAILABLE: {
    status: 503,
    meaning:
      'Too many calls of this kind are in progress, or the database is not available. Try again after `Retry-After` seconds.',
  },
  INTERNAL_SERVER_ERROR: { status: 500, meaning: 'Unexpected error. It is logged under the returned reference.' },
} as const satisfies Record<string, { status: number; meaning: string }>;

/** Seconds after which a client may retry. */
export const retryAfter: Partial<Record<ErrorCode, number>> = { SERVICE_UNAVAILABLE: 2 };

export type ErrorCode = keyof typeof errorCodes;

/** Codes of the problems of an error: what is wrong with a field. */
export const problemCodes = {
  REQUIRED: 'The field is missing.',
  UNKNOWN_FIELD: 'There is no field or parameter of this name.',
  INVALID_TYPE: 'The value has another type, for example a number instead of a string.',
  INVALID_FORMAT: 'The text does not have the required format, for example that of an email address.',
  INVALID_VALUE: 'The value is not allowed for another reason, which the message gives.',
  TOO_SHORT: 'The text or list is shorter than `minimum` characters or items.',
  TOO_LONG: 'The text or list is longer than `maximum` characters or items.',
  TOO_SMALL: 'The number is less than `minimum`.',
  TOO_LARGE: 'The number is greater than `maximum`.',
  TAKEN: 'Another record has this unique value.',
  NOT_FOUND: 'There is no record with this id.',
  CONFLICT: 'The current state of the record does not allow the change.',
  VERSION_MISMATCH: 'The record has another version.',
  INVALID_CURSOR: 'The cursor is not one of this list in this order.',
  FORBIDDEN: 'The caller lacks a required permission.',
  RATE_LIMITED: 'Too many requests. Try again later.',
} as const satisfies Record<string, string>;

export type ProblemCode = keyof typeof problemCodes;

/** The texts of the invalid fields of an error. */
export const problemTexts = {
  problems: 'The invalid fields.',
  message: 'What is wrong with the field, as a sentence.',
} as const;

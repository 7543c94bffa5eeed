/** Every way a management call can fail: the `extensions.code` in GraphQL, and the HTTP status of the same failure in REST. */
export const errorCodes = {
  UNAUTHENTICATED: { status: 401, meaning: 'No access token, or one that is not valid here.' },
  FORBIDDEN: { status: 403, meaning: 'The access token does not carry the permission that this needs.' },
  NOT_FOUND: { status: 404, meaning: 'Something named in the request does not exist.' },
  CONFLICT: { status: 409, meaning: 'The request contradicts what is there, for instance a name that is taken.' },
  BAD_USER_INPUT: { status: 422, meaning: 'The input is not acceptable; each bad field is named with its path.' },
  RATE_LIMITED: { status: 429, meaning: 'Too many requests; try again later.' },
  SERVICE_UNAVAILABLE: {
    status: 503,
    meaning:
      'Too many calls of this kind are in progress, or the database does not answer. Try again after `Retry-After` seconds.',
  },
  INTERNAL_SERVER_ERROR: { status: 500, meaning: 'Something unforeseen, logged under the reference given.' },
} as const satisfies Record<string, { status: number; meaning: string }>;

/** Seconds after which it is worth another try. */
export const retryAfter: Partial<Record<ErrorCode, number>> = { SERVICE_UNAVAILABLE: 2 };

export type ErrorCode = keyof typeof errorCodes;

/** The response while the database does not respond (RFC 6749 §4.1.2.1 has the code), with a `Retry-After`. */
export const unavailable = {
  error: 'temporarily_unavailable',
  error_description: 'the database does not respond, try again in a moment',
} as const;

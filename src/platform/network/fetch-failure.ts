import { errors } from 'undici';

/**
 * The phase in which a request failed: URL not allowed, name unknown, no connection, certificate not trusted, no
 * complete response in time, no complete response.
 */
export type FetchPhase = 'refused' | 'dns' | 'connect' | 'tls' | 'timeout' | 'body';

/** Why there is no response. The owner of the URL sees the message, so it contains no resolved address. */
export class FetchFailure extends Error {
  readonly phase: FetchPhase;

  constructor(phase: FetchPhase, message: string) {
    super(message);
    this.name = 'FetchFailure';
    this.phase = phase;
  }
}

const connectMessages: Record<string, string> = {
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was closed before it was established.',
  EHOSTUNREACH: 'The host cannot be reached.',
  ENETUNREACH: 'The host cannot be reached.',
  ETIMEDOUT: 'The host does not respond.',
};

const tlsMessages: Record<string, string> = {
  CERT_HAS_EXPIRED: 'The certificate has expired.',
  CERT_NOT_YET_VALID: 'The certificate is not valid yet.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is self-signed.',
  ECONNRESET: 'The connection was closed during the TLS handshake.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another host.',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate authority is not trusted.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'The certificate authority is not trusted.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The certificate cannot be verified: intermediate certificates are missing.',
};

const dnsMessages: Record<string, string> = {
  ENOTFOUND: 'The host name does not exist.',
  ENODATA: 'The host name has no address.',
};

const bodyMessages: Record<string, string> = {
  // undici asserts that a status is at least 100.
  ERR_ASSERTION: 'The response is not valid HTTP.',
  ECONNRESET: 'The connection was closed before the response was complete.',
  EPIPE: 'The connection was closed before the response was complete.',
  UND_ERR_HEADERS_OVERFLOW: 'The response headers are too long.',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'The connection was closed before the response was complete.',
  UND_ERR_SOCKET: 'The connection was closed before the response was complete.',
};

/** A failed name lookup. */
export const dnsFailure = (error: unknown): FetchFailure =>
  new FetchFailure('dns', dnsMessages[codeOf(error) ?? ''] ?? 'The host name could not be resolved.');

/**
 * A connection that was not established. `isSecure` for https: an error after TCP has connected is one of the TLS
 * handshake.
 */
export function connectFailure(error: Error, isSecure: boolean): FetchFailure {
  if (error instanceof FetchFailure) return error;
  const code = codeOf(error) ?? 'unknown';
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return new FetchFailure('timeout', 'No connection was established in time.');
  const isTcp = !isSecure || error instanceof AggregateError || ('syscall' in error && error.syscall === 'connect');
  return isTcp
    ? new FetchFailure('connect', connectMessages[code] ?? `The connection failed (${code}).`)
    : new FetchFailure('tls', tlsMessages[code] ?? `The TLS handshake failed (${code}).`);
}

/** An error after the connection was established. Rethrows errors that are not of the network. */
export function responseFailure(error: unknown): FetchFailure {
  if (error instanceof FetchFailure) return error;
  const code = codeOf(error);
  if (error instanceof errors.HTTPParserError) return new FetchFailure('body', 'The response is not valid HTTP.');
  if (code === undefined) throw error;
  if (error instanceof errors.SocketError && error.message === 'bad upgrade')
    return new FetchFailure('body', 'The endpoint responded with a protocol upgrade.');
  if (code === 'UND_ERR_INVALID_ARG')
    return new FetchFailure('refused', 'The request has a header that cannot be sent.');
  return new FetchFailure('body', bodyMessages[code] ?? `The response could not be read (${code}).`);
}

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

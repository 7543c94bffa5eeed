import { errors } from 'undici';

/** How far a request came that failed: not allowed, name unknown, no connection, no trust, no whole answer in time, no whole answer. */
export type FetchPhase = 'refused' | 'dns' | 'connect' | 'tls' | 'timeout' | 'body';

/** Why there is no answer. The message is shown to whoever set up the address: it names no address that was looked up. */
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
  ECONNRESET: 'The connection was closed while it was made.',
  EHOSTUNREACH: 'The host cannot be reached.',
  ENETUNREACH: 'The host cannot be reached.',
  ETIMEDOUT: 'The host does not answer.',
};

const tlsMessages: Record<string, string> = {
  CERT_HAS_EXPIRED: 'The certificate has expired.',
  CERT_NOT_YET_VALID: 'The certificate is not valid yet.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is signed by itself.',
  ECONNRESET: 'The connection was closed during the TLS handshake.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another host.',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate is signed by an authority that is not trusted.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'The certificate is signed by an authority that is not trusted.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'The certificate cannot be verified: certificates between it and a trusted one are missing.',
};

const dnsMessages: Record<string, string> = {
  ENOTFOUND: 'The host name does not exist.',
  ENODATA: 'The host name has no address.',
};

const bodyMessages: Record<string, string> = {
  // A status below 100: undici takes for granted that there is none.
  ERR_ASSERTION: 'The answer is not valid HTTP.',
  ECONNRESET: 'The connection was cut off before the answer was complete.',
  EPIPE: 'The connection was cut off before the answer was complete.',
  UND_ERR_HEADERS_OVERFLOW: 'The headers of the answer are too long.',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'The connection was cut off before the answer was complete.',
  UND_ERR_SOCKET: 'The connection was cut off before the answer was complete.',
};

/** A host name that has no address, or whose name servers do not answer. */
export const dnsFailure = (error: unknown): FetchFailure =>
  new FetchFailure('dns', dnsMessages[codeOf(error) ?? ''] ?? 'The host name could not be looked up.');

/** A connection that was not made. `isSecure` when TLS was to be spoken: what fails after TCP has connected is the handshake. */
export function connectFailure(error: Error, isSecure: boolean): FetchFailure {
  if (error instanceof FetchFailure) return error;
  const code = codeOf(error) ?? 'unknown';
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return new FetchFailure('timeout', 'There was no connection in time.');
  const isTcp = !isSecure || error instanceof AggregateError || ('syscall' in error && error.syscall === 'connect');
  return isTcp
    ? new FetchFailure('connect', connectMessages[code] ?? `The connection failed (${code}).`)
    : new FetchFailure('tls', tlsMessages[code] ?? `The TLS handshake failed (${code}).`);
}

/** What went wrong once there was a connection. Rethrows what is no failure of the network but a fault of ours. */
export function answerFailure(error: unknown): FetchFailure {
  if (error instanceof FetchFailure) return error;
  const code = codeOf(error);
  if (error instanceof errors.HTTPParserError) return new FetchFailure('body', 'The answer is not valid HTTP.');
  if (code === undefined) throw error;
  if (error instanceof errors.SocketError && error.message === 'bad upgrade')
    return new FetchFailure('body', 'The endpoint wants to speak another protocol.');
  if (code === 'UND_ERR_INVALID_ARG')
    return new FetchFailure('refused', 'The request has a header that cannot be sent.');
  return new FetchFailure('body', bodyMessages[code] ?? `The answer could not be read (${code}).`);
}

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

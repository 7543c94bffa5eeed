/** Parameters of a token request; a list when one was given more than once, undefined when it is absent or empty (RFC 6749 §3.2). */
export type GrantParameters = Record<string, string | string[] | undefined>;

/** RFC 6749 §5.1, RFC 8693 §2.2.1. */
export interface TokenResponse {
  access_token: string;
  issued_token_type?: string;
  token_type: 'Bearer';
  /** Seconds. */
  expires_in: number;
  /** What was granted, separated by spaces; always there. */
  scope: string;
}

/** Codes of RFC 6749 §5.2, RFC 8707 §2 and RFC 6749 §4.1.2.1; invalid_client is sent with 401, the others with 400. */
export type GrantError =
  | 'invalid_request'
  | 'invalid_client'
  | 'unauthorized_client'
  | 'invalid_scope'
  | 'invalid_target'
  | 'access_denied';

export interface GrantRefusal {
  ok: false;
  error: GrantError;
  /** For developers; it holds nothing that the client sent. */
  description: string;
}

/** What a grant answers. `clientVersion` is the one that decided: who authenticated the client by an older record must think again. */
export type GrantOutcome = { ok: true; body: TokenResponse; clientVersion: number } | GrantRefusal;

export const refuse = (error: GrantError, description: string): GrantRefusal => ({ ok: false, error, description });

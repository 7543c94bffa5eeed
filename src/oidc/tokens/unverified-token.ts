import type { TokenFault } from './token-fault.ts';
import { signingAlgorithms } from '../../vocabulary/signing-algorithms.ts';

/** The bytes of one part of a compact JWS; undefined unless it is base64url in its one canonical form (RFC 7515 §2, RFC 4648 §3.5). */
export function decodePart(part: string): Buffer | undefined {
  const bytes = Buffer.from(part, 'base64url');
  return bytes.length > 0 && bytes.toString('base64url') === part ? bytes : undefined;
}

/**
 * Why a token with a header that is not ours is refused: for the description only, because nothing here was verified.
 * A key id, when the rest could be ours and the key may be one that this process has not seen yet.
 */
export function whyNotOurs(token: string, issuer: string): TokenFault | { kid: string } {
  const parts = token.split('.');
  const header = readObject(decodePart(parts[0] ?? ''));
  const claims = readObject(decodePart(parts[1] ?? ''));
  if (parts.length !== 3 || !header || !claims) return 'malformed';
  if (claims['iss'] !== issuer) return 'otherIssuer';
  if (header['typ'] !== 'at+jwt') return 'wrongType';
  if (!signingAlgorithms.some((algorithm) => algorithm === header['alg'])) return 'otherAlgorithm';
  return typeof header['kid'] === 'string' ? { kid: header['kid'] } : 'malformed';
}

/** The JSON object in these bytes; undefined when there is none. */
export function readObject(bytes: Buffer | undefined): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(String(bytes));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

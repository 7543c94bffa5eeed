import type { TokenFault } from '../../vocabulary/exchanges/token-faults.ts';
import { signingAlgorithms } from '../../vocabulary/signing-algorithms.ts';

/** The bytes of a part of a compact JWS; undefined unless it is canonical base64url (RFC 7515 §2, RFC 4648 §3.5). */
export function decodePart(part: string): Buffer | undefined {
  const bytes = Buffer.from(part, 'base64url');
  return bytes.length > 0 && bytes.toString('base64url') === part ? bytes : undefined;
}

/**
 * Why a token with an unknown header is refused, for the error description: nothing here is verified. Returns the key
 * id if the token could be ours and its key is unknown to this process.
 */
export function foreignTokenFault(token: string, issuer: string): TokenFault | { kid: string } {
  const parts = token.split('.');
  const header = readObject(decodePart(parts[0] ?? ''));
  const claims = readObject(decodePart(parts[1] ?? ''));
  if (parts.length !== 3 || !header || !claims) return 'MALFORMED';
  if (claims['iss'] !== issuer) return 'OTHER_ISSUER';
  if (header['typ'] !== 'at+jwt') return 'WRONG_TYPE';
  if (!signingAlgorithms.some((algorithm) => algorithm === header['alg'])) return 'OTHER_ALGORITHM';
  return typeof header['kid'] === 'string' ? { kid: header['kid'] } : 'MALFORMED';
}

/** The JSON object in these bytes, if there is one. */
export function readObject(bytes: Buffer | undefined): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(String(bytes));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

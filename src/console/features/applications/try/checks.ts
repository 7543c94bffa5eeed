import { decodeToken, isSignedByIssuer } from '../../../data/token-endpoint.ts';
import type { Texts } from './texts/en.ts';

/** The name of a check that an API makes of a token. */
type CheckName = keyof Texts['checks'];

export interface Check {
  name: CheckName;
  isMet: boolean;
  /** The value in the token, as a text. */
  value: string;
}

interface Expected {
  issuer: string;
  /** Resource indicator of the API. */
  audience: string;
  /** Claim `sub`: the person, or the application that acts for itself. */
  subject: string;
  clientId: string;
}

/** Checks a token as the API does that it is for: its signature with the keys that the issuer publishes, its claims. */
export async function checksOf(token: string, expected: Expected): Promise<Check[]> {
  const { iss, aud, exp, scope, sub, client_id: clientId } = decodeToken(token)?.claims ?? {};
  const isSigned = await isSignedByIssuer(token);
  const end = Number(exp) * 1000;
  return [
    { name: 'signature', isMet: isSigned, value: textOf(decodeToken(token)?.header['alg']) },
    { name: 'issuer', isMet: iss === expected.issuer, value: textOf(iss) },
    { name: 'audience', isMet: aud === expected.audience, value: textOf(aud) },
    { name: 'expiry', isMet: end > Date.now(), value: Number.isNaN(end) ? '' : new Date(end).toISOString() },
    { name: 'scopes', isMet: typeof scope === 'string' && scope !== '', value: textOf(scope) },
    { name: 'subject', isMet: sub === expected.subject, value: textOf(sub) },
    { name: 'client', isMet: clientId === expected.clientId, value: textOf(clientId) },
  ];
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);

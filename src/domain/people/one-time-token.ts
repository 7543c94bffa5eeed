import { hash } from 'node:crypto';
import { day, minute, second } from '../durations.ts';
import { badUserInput, invalidField, conflict } from '../failure.ts';

/** Lifetime of a one-time token in seconds. */
export const tokenLifetime = {
  default: (10 * minute) / second,
  minimum: minute / second,
  maximum: (7 * day) / second,
} as const;

/** The text of a token: its id, by which it is found, and its secret. */
export const tokenText = (id: string, secret: string): string => `${id}.${secret}`;

/** The parts of the text of a token; undefined if it has another form. */
export function tokenParts(text: string): { id: string; secret: string } | undefined {
  const [, id, secret] = /^([a-z]+_[0-9a-z]{26})\.([\w-]{43})$/.exec(text) ?? [];
  return id !== undefined && secret !== undefined ? { id, secret } : undefined;
}

/** With 256 bits of entropy the secret needs no slow hash. */
export const tokenHash = (secret: string): Buffer => hash('sha256', secret, 'buffer');

/** The state that decides whether a token can be used. */
interface TokenState {
  expiresAt: Date;
  usedAt: Date | null;
  revokedAt: Date | null;
}

export type TokenStatus = LinkStatus | 'revoked';

export const tokenStatus = ({ revokedAt, ...link }: TokenState, now: Date): TokenStatus =>
  revokedAt && !link.usedAt ? 'revoked' : linkStatus(link, now);

/** The state of a link that cannot be revoked. */
export type LinkStatus = 'valid' | 'used' | 'expired';

export function linkStatus({ expiresAt, usedAt }: Omit<TokenState, 'revokedAt'>, now: Date): LinkStatus {
  if (usedAt) return 'used';
  return expiresAt <= now ? 'expired' : 'valid';
}

/** Refuses to revoke a token that was used: it has had its effect. */
export function requireUnused({ usedAt }: TokenState): void {
  if (usedAt) throw conflict('This token has been used.', 'oneTimeTokenId');
}

/** A token is for an email address or for a user. */
export function requireOneOf(recipient: {
  email?: string | null | undefined;
  userId?: string | null | undefined;
}): void {
  if (recipient.email && recipient.userId) throw badUserInput('Give an email address or a user, not both.', 'userId');
  if (!recipient.email && !recipient.userId)
    throw invalidField({ path: ['email'], code: 'REQUIRED', message: 'Give an email address or a user.' });
}

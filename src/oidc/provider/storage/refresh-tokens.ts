import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { recordKey, type StoredRecord } from '../../../store/sessions/oidc-records.ts';
import { consumeGeneration } from '../../../store/sessions/refresh-tokens.ts';
import { errors, Provider } from '../library.ts';
import type { EndGrant } from './ended-grants.ts';
import { requestScope } from './request-scope.ts';

/**
 * Milliseconds for which a refresh token can be repeated after its first use, for tabs that refresh at the same moment
 * and responses that were lost. Each use gets another token of the same grant.
 *
 * These tokens count as one: the first use of any of them consumes all. So a thief who has one, and a client that has
 * another, are still detected by the later use (RFC 9700 §4.14.2). Public clients need that: their refresh tokens are
 * protected by nothing else. Confidential ones authenticate each time. None is bound to a key (DPoP, mutual TLS).
 */
const repeatable = 10_000;

/** Whether a refresh token can be used again, by a token request: elsewhere it counts as consumed at once. */
export const mayBeRepeated = (model: string, { consumedAt }: Pick<StoredRecord, 'consumedAt'>, now: Date): boolean =>
  model === 'RefreshToken' && Provider.ctx?.oidc.route === 'token' && consumedAt !== null && isRecent(consumedAt, now);

const isRecent = (consumedAt: Date, now: Date): boolean => now.getTime() - consumedAt.getTime() < repeatable;

/** Consumes a refresh token. A later use than the others of its generation is a replay, and ends the grant. */
export async function consumeRefreshToken(
  id: string,
  { database, clock, endGrant }: { database: Database; clock: Clock; endGrant: EndGrant },
): Promise<void> {
  const now = clock.now();
  const used = await consumeGeneration(database.prisma, recordKey(id), now);
  // The grant was ended by a concurrent request.
  if (!used) throw new errors.InvalidGrant('the grant has ended');
  if (!isRecent(used.consumedAt, now)) {
    await endGrant(used.grantId);
    throw new errors.InvalidGrant('refresh token already used');
  }
  requestScope().firstToken = used.firstToken;
}

/** The record of a rotated refresh token, besides the payload of the library. */
export const rotationOf = (model: string): { firstToken?: string | undefined } =>
  model === 'RefreshToken' ? { firstToken: requestScope().firstToken } : {};

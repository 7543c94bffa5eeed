import { timingSafeEqual } from 'node:crypto';
import type { SignInTrialResult } from '../domain/oauth/sign-in-trial.ts';
import { tokenHash } from '../domain/people/one-time-token.ts';
import { sealJson, type SecretBox, tryOpenJson } from '../platform/crypto/secret-box.ts';
import type { Prisma, Transaction } from '../platform/database/database.ts';
import { deleteRecordsOfGrants } from './sessions/oidc-records.ts';

type Client = Pick<Prisma | Transaction, 'signInTrial'>;
type Ending = Pick<Prisma | Transaction, 'signInTrial' | 'oidcRecord'>;
export type StoredSignInTrial = NonNullable<Awaited<ReturnType<typeof findSignInTrial>>>;

/** The columns that are encrypted are not read by default. */
const withSealed = { omit: { sealed: false, result: false } } as const;

/** The secrets that a response is compared with. */
interface KeptRequest {
  /** SHA-256 of the secret in `state`, base64url. */
  secretHash: string;
  /** SHA-256 of the secret of the browser, base64url (oidc/provider/browser-binding.ts). */
  browser: string;
  /** PKCE (RFC 7636): only the platform redeems the code. */
  verifier: string;
}

/** The secrets with which a request or a response of a trial comes. */
interface Presented {
  id: string;
  /** The secret in `state`. */
  secret: string;
  /** Undefined if the browser has no secret. */
  browser: string | undefined;
}

/** The trial of an administrator, which has not expired; null if there is none. */
export const findSignInTrial = ({ signInTrial }: Client, { id, userId }: { id: string; userId: string }, now: Date) =>
  signInTrial.findFirst({ where: { id, userId, expiresAt: { gt: now } }, ...withSealed });

/** Stores a new trial, in place of the earlier ones of the administrator with the application. */
export async function addSignInTrial(
  tx: Ending,
  trial: Pick<StoredSignInTrial, 'id' | 'applicationId' | 'userId' | 'resource' | 'createdAt' | 'expiresAt'>,
): Promise<void> {
  const where = { applicationId: trial.applicationId, userId: trial.userId };
  for (const earlier of await tx.signInTrial.findMany({ where })) await endGrant(tx, earlier);
  await tx.signInTrial.deleteMany({ where });
  await tx.signInTrial.create({ data: trial });
}

/** A trial that waits for its response, and the grant that it has; null if there is none. */
export const findTrialToGrant = ({ signInTrial }: Client, id: string, now: Date) =>
  signInTrial.findFirst({
    where: { id, expiresAt: { gt: now }, sealed: { not: null } },
    select: { applicationId: true, grantId: true, expiresAt: true },
  });

/**
 * Keeps a new grant of a trial, in place of the earlier one, of a user who was signed in before. If another request has
 * kept one first, that one counts, and the new one ends.
 */
export async function keepTrialGrant(
  prisma: Ending,
  { id, earlier, grantId }: { id: string; earlier: string | null; grantId: string },
): Promise<{ isOwn: boolean; grantId: string | null }> {
  const { count } = await prisma.signInTrial.updateMany({ where: { id, grantId: earlier }, data: { grantId } });
  await endGrant(prisma, { grantId: count > 0 ? earlier : grantId });
  if (count > 0) return { isOwn: true, grantId };
  const trial = await prisma.signInTrial.findUnique({ where: { id }, select: { grantId: true } });
  return { isOwn: false, grantId: trial?.grantId ?? null };
}

/** Deletes what the issuer has stored for a trial. No token has left the platform, so no event is sent. */
async function endGrant(client: Ending, { grantId }: Pick<StoredSignInTrial, 'grantId'>): Promise<void> {
  if (grantId !== null) await deleteRecordsOfGrants(client, [grantId]);
}

/** Keeps what the response is compared with. False if the address was opened before. */
export async function openSignInTrial(
  { signInTrial }: Client,
  secretBox: Pick<SecretBox, 'seal'>,
  { id, secret, browser, verifier }: { id: string; secret: string; browser: string; verifier: string },
  now: Date,
): Promise<boolean> {
  const kept: KeptRequest = { secretHash: tokenHash(secret).toString('base64url'), browser, verifier };
  const data = { openedAt: now, sealed: sealJson(secretBox, kept) };
  return (await signInTrial.updateMany({ where: { id, openedAt: null }, data })).count > 0;
}

/** The trial that waits for a response, if this comes from the browser that began it; undefined otherwise. */
export async function findWaitingTrial(
  { signInTrial }: Client,
  secretBox: Pick<SecretBox, 'open'>,
  { id, secret, browser }: Presented,
  now: Date,
): Promise<{ trial: StoredSignInTrial; kept: KeptRequest } | undefined> {
  const trial = await signInTrial.findFirst({ where: { id, expiresAt: { gt: now } }, ...withSealed });
  const kept = trial?.sealed && (tryOpenJson(secretBox, trial.sealed) as KeptRequest | undefined);
  if (!trial || !kept || browser !== kept.browser) return undefined;
  return timingSafeEqual(tokenHash(secret), Buffer.from(kept.secretHash, 'base64url')) ? { trial, kept } : undefined;
}

/** Takes the one response. False for a second one. */
export async function takeSignInTrial(
  { signInTrial }: Client,
  { id, sealed }: Pick<StoredSignInTrial, 'id' | 'sealed'>,
): Promise<boolean> {
  return (await signInTrial.updateMany({ where: { id, sealed }, data: { sealed: null } })).count > 0;
}

/** Ends what the trial has made the issuer store, and keeps what the application would have received. */
export async function endSignInTrial(
  prisma: Ending,
  secretBox: Pick<SecretBox, 'seal'>,
  { trial: { id, grantId }, result }: { trial: Pick<StoredSignInTrial, 'id' | 'grantId'>; result: SignInTrialResult },
): Promise<void> {
  await endGrant(prisma, { grantId });
  await prisma.signInTrial.updateMany({ where: { id }, data: { grantId: null, result: sealJson(secretBox, result) } });
}

/** The result; undefined before the response, and if the key is lost. */
export const signInTrialResult = (
  secretBox: Pick<SecretBox, 'open'>,
  { result }: Pick<StoredSignInTrial, 'result'>,
): SignInTrialResult | undefined =>
  result === null ? undefined : (tryOpenJson(secretBox, result) as SignInTrialResult | undefined);

import { timingSafeEqual } from 'node:crypto';
import type { SignInTrialResult } from '../domain/oauth/sign-in-trial.ts';
import { tokenHash } from '../domain/people/one-time-token.ts';
import { sealJson, type SecretBox, tryOpenJson } from '../platform/crypto/secret-box.ts';
import type { Prisma, Transaction } from '../platform/database/database.ts';
import { deleteRecordsOfGrant, recordKey } from './sessions/oidc-records.ts';

type Client = Pick<Prisma | Transaction, 'signInTrial'>;
export type StoredSignInTrial = NonNullable<Awaited<ReturnType<typeof findSignInTrial>>>;

/** The columns that are encrypted are not read by default. */
const withSealed = { omit: { sealed: false, result: false } } as const;

/** What a response is compared with. */
interface KeptRequest {
  /** SHA-256 of the secret in `state`, base64url. */
  secretHash: string;
  /** SHA-256 of the secret of the browser, base64url (oidc/provider/browser-binding.ts). */
  browser: string;
  /** PKCE (RFC 7636): only the platform redeems the code. */
  verifier: string;
}

/** What a request or a response of a trial comes with. */
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
  { signInTrial }: Client,
  trial: Pick<StoredSignInTrial, 'id' | 'applicationId' | 'userId' | 'resource' | 'createdAt' | 'expiresAt'>,
): Promise<void> {
  const { applicationId, userId } = trial;
  await signInTrial.deleteMany({ where: { applicationId, userId } });
  await signInTrial.create({ data: trial });
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

/** Keeps what the application would have received. */
export async function keepSignInTrialResult(
  { signInTrial }: Client,
  secretBox: Pick<SecretBox, 'seal'>,
  { id, result }: { id: string; result: SignInTrialResult },
): Promise<void> {
  await signInTrial.updateMany({ where: { id }, data: { result: sealJson(secretBox, result) } });
}

/** The result; undefined before the response, and if the key is lost. */
export const signInTrialResult = (
  secretBox: Pick<SecretBox, 'open'>,
  { result }: Pick<StoredSignInTrial, 'result'>,
): SignInTrialResult | undefined =>
  result === null ? undefined : (tryOpenJson(secretBox, result) as SignInTrialResult | undefined);

/**
 * Ends what a trial has made the issuer store: its code and tokens, and the grant if there was none before. An earlier
 * grant stays: the administrator uses the application.
 */
export async function endSignInTrial(
  prisma: Pick<Prisma, 'oidcRecord'>,
  {
    code,
    tokens,
    openedAt,
    redirectUri,
  }: { code: string; tokens: readonly string[]; openedAt: Date; redirectUri: string },
): Promise<void> {
  const { oidcRecord } = prisma;
  const key = recordKey(code);
  const redeemed = await oidcRecord.findUnique({ where: { model_key: { model: 'AuthorizationCode', key } } });
  // Another code was sent to the trial: it is not of this one.
  if ((redeemed?.payload as { redirectUri?: string } | undefined)?.redirectUri !== redirectUri) return;
  const grantId = redeemed?.grantId;
  const grant =
    grantId && (await oidcRecord.findUnique({ where: { model_key: { model: 'Grant', key: recordKey(grantId) } } }));
  const { iat = 0 } = (grant ? grant.payload : {}) as { iat?: number };
  if (grantId && iat >= Math.floor(openedAt.getTime() / 1000)) return deleteRecordsOfGrant(prisma, grantId);
  await oidcRecord.deleteMany({ where: { key: { in: [key, ...tokens.map(recordKey)] } } });
}

import { timingSafeEqual } from 'node:crypto';
import type { TrialResult } from '../../domain/identity-providers/trial.ts';
import { tokenHash } from '../../domain/people/one-time-token.ts';
import { sealJson, type SecretBox, tryOpenJson } from '../../platform/crypto/secret-box.ts';
import type { Prisma, Transaction } from '../../platform/database/database.ts';
import type { KeptRequest } from '../../platform/identity-providers/identity-provider.ts';

type Client = Pick<Prisma | Transaction, 'identityProviderTrial'>;
export type StoredTrial = NonNullable<Awaited<ReturnType<typeof findTrial>>>;

/** The columns that are encrypted are not read by default. */
const withSealed = { omit: { sealed: false, result: false } } as const;

/** The secret and the request that a response is compared with. */
interface KeptTrial {
  /** SHA-256 of the secret in `state`, base64url. */
  secretHash: string;
  request: KeptRequest;
}

/** The trial of an administrator, which has not expired; null if there is none. */
export const findTrial = (
  { identityProviderTrial }: Client,
  { id, userId }: { id: string; userId: string },
  now: Date,
) => identityProviderTrial.findFirst({ where: { id, userId, expiresAt: { gt: now } }, ...withSealed });

/** Stores a new trial, in place of the earlier ones of the administrator with the provider. */
export async function addTrial(
  { identityProviderTrial }: Client,
  trial: Pick<StoredTrial, 'id' | 'identityProviderId' | 'providerVersion' | 'userId' | 'createdAt' | 'expiresAt'>,
): Promise<void> {
  const { identityProviderId, userId } = trial;
  await identityProviderTrial.deleteMany({ where: { identityProviderId, userId } });
  await identityProviderTrial.create({ data: trial });
}

/** Keeps what the response is compared with. A person who goes to the provider again ends the earlier request. */
export async function keepRequest(
  { identityProviderTrial }: Client,
  secretBox: Pick<SecretBox, 'seal'>,
  {
    id,
    providerVersion,
    secret,
    request,
  }: { id: string; providerVersion: number; secret: string; request: KeptRequest },
): Promise<void> {
  const kept: KeptTrial = { secretHash: tokenHash(secret).toString('base64url'), request };
  const data = { providerVersion, sealed: sealJson(secretBox, kept) };
  await identityProviderTrial.updateMany({ where: { id, result: null }, data });
}

/**
 * Takes the one response to a request, before it is compared. Undefined without such a request, for another provider
 * or secret, and for a second response.
 */
export async function takeRequest(
  { identityProviderTrial }: Client,
  secretBox: Pick<SecretBox, 'open'>,
  { id, secret, identityProviderId }: { id: string; secret: string; identityProviderId: string },
  now: Date,
): Promise<{ trial: StoredTrial; request: KeptRequest } | undefined> {
  const where = { id, identityProviderId, expiresAt: { gt: now } };
  const trial = await identityProviderTrial.findFirst({ where, ...withSealed });
  const kept = trial?.sealed && (tryOpenJson(secretBox, trial.sealed) as KeptTrial | undefined);
  if (!trial || !kept || !timingSafeEqual(tokenHash(secret), Buffer.from(kept.secretHash, 'base64url')))
    return undefined;
  const taken = await identityProviderTrial.updateMany({ where: { id, sealed: trial.sealed }, data: { sealed: null } });
  return taken.count ? { trial, request: kept.request } : undefined;
}

/** The result of a response, and the browser that has brought it. */
interface KeptResult {
  result: TrialResult;
  /** Of the browser that has brought the response; none if the provider cannot be reached. */
  browserHash?: string;
}

/** Keeps what follows from the response. */
export async function keepResult(
  { identityProviderTrial }: Client,
  secretBox: Pick<SecretBox, 'seal'>,
  { id, result, browserHash }: { id: string; result: TrialResult; browserHash?: string },
): Promise<void> {
  const kept: KeptResult = { result, ...(browserHash !== undefined && { browserHash }) };
  await identityProviderTrial.updateMany({ where: { id }, data: { result: sealJson(secretBox, kept) } });
}

/** The browser of the administrator has come back: the result is shown from now on. */
export async function showResult({ identityProviderTrial }: Client, id: string, now: Date): Promise<void> {
  await identityProviderTrial.updateMany({ where: { id, returnedAt: null }, data: { returnedAt: now } });
}

/** The result, if the browser of the administrator has come back; undefined before, and if the key is lost. */
export const resultOf = (
  secretBox: Pick<SecretBox, 'open'>,
  { result, returnedAt }: Pick<StoredTrial, 'result' | 'returnedAt'>,
): TrialResult | undefined => (returnedAt === null ? undefined : openResult(secretBox, { result })?.result);

/** The part of the response that is kept; undefined before it, and if the key is lost. */
export const openResult = (
  secretBox: Pick<SecretBox, 'open'>,
  { result }: Pick<StoredTrial, 'result'>,
): KeptResult | undefined => (result === null ? undefined : (tryOpenJson(secretBox, result) as KeptResult | undefined));

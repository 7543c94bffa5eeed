// SQL: locks, and ids of two tables in one statement.
import { isDeepStrictEqual } from 'node:util';
import { badUserInput, invalidField, Failure, notFound, requireFound } from '../../domain/failure.ts';
import {
  newKeyPair,
  newSecret,
  publicKeyOf,
  signingSecretBytes,
  type SigningSecret,
} from '../../domain/webhooks/webhook-signature.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { Ids } from '../../platform/ids/ids.ts';
import { sealJson, type SecretBox, tryOpenJson } from '../../platform/crypto/secret-box.ts';
import { lock } from '../records/locks.ts';

/** Relations that the public shape of a webhook needs (store/records/shapes.ts). */
export const webhookParts = {
  secrets: {
    where: { publicKey: { not: null } },
    select: { publicKey: true, expiresAt: true },
    orderBy: { id: 'desc' },
  },
} as const;

/**
 * Changes for a webhook that is enabled or gets another URL. It starts a new generation: earlier responses of the
 * endpoint and attempts in progress are ignored.
 */
export const newGeneration = (now: Date) =>
  ({ failures: 0, failingSince: null, pausedUntil: null, generation: { increment: 1 }, dueAt: now }) as const;

/** Locks the webhook and returns it. NOT_FOUND at "webhookId" if it does not exist. */
export async function lockWebhook(tx: Transaction, id: string) {
  await lock(tx, 'webhook', id, 'webhookId');
  return findWebhook(tx, id);
}

export const findWebhook = (tx: Transaction, id: string) =>
  tx.webhook.findUniqueOrThrow({ where: { id }, include: webhookParts });

/** A new signing secret, and its row. */
interface NewSecret {
  secret: SigningSecret;
  row: {
    id: string;
    scheme: string;
    encryptedSecret: Uint8Array<ArrayBuffer>;
    publicKey: string | null;
    createdAt: Date;
  };
}

interface SecretServices {
  ids: Ids;
  secretBox: SecretBox;
  now: Date;
}

/** Creates a shared secret (v1) or a key pair (v1a). */
export function makeSigningSecret({ ids, secretBox, now }: SecretServices, scheme: 'v1' | 'v1a'): NewSecret {
  const random = Buffer.from(ids.secret(signingSecretBytes), 'base64url');
  const secret = scheme === 'v1' ? newSecret(random) : newKeyPair(random);
  const row = {
    id: ids.next('webhookSecret'),
    scheme,
    encryptedSecret: Uint8Array.from(secretBox.seal(Buffer.from(secret))),
    publicKey: publicKeyOf(secret) ?? null,
    createdAt: now,
  };
  return { secret, row };
}

/** The columns for the headers of a webhook. */
export const sealHeaders = (secretBox: SecretBox, headers: Readonly<Record<string, string>>) => ({
  headerNames: Object.keys(headers).sort(),
  encryptedHeaders: sealJson(secretBox, headers),
});

/** Whether a column of headers has these. One that cannot be decrypted has no known ones. */
export const holdsHeaders = (
  secretBox: SecretBox,
  sealed: Uint8Array | null,
  headers: Readonly<Record<string, string>> | undefined,
): boolean => isDeepStrictEqual(tryOpenJson(secretBox, sealed), headers);

/** Reads the encrypted headers of a webhook. */
export async function sealedHeadersOf(tx: Transaction, id: string): Promise<Uint8Array | null> {
  const select = { encryptedHeaders: true } as const;
  return (await tx.webhook.findUniqueOrThrow({ where: { id }, select })).encryptedHeaders;
}

/**
 * Throws BAD_USER_INPUT at "headers" if the URL changes and the webhook has headers that are not in the same input.
 * Otherwise a caller could read them by sending them to its own server.
 */
export function requireHeadersOfUrl(sealed: Uint8Array | null, url: string | undefined, isGiven: boolean): void {
  if (url !== undefined && sealed !== null && !isGiven)
    throw invalidField({ path: ['headers'], code: 'REQUIRED', message: 'Required again, because the URL changes.' });
}

/** Throws BAD_USER_INPUT at "url" for a URL that is never allowed. Resolved addresses are checked at every attempt. */
export async function requireAddress(
  problemOf: (url: string) => Promise<string | undefined>,
  url: string | undefined,
): Promise<void> {
  const problem = url === undefined ? undefined : await problemOf(url);
  if (problem !== undefined) throw badUserInput(problem, 'url');
}

/** Throws BAD_USER_INPUT at "selection" for a selection that is not valid on an event, with its problems. */
export async function requireSelection(
  problemsOf: (selection: string) => Promise<readonly string[]>,
  selection: string | null | undefined,
): Promise<void> {
  const problems = selection == null ? [] : await problemsOf(selection);
  if (!problems.length) return;
  const message = 'This selection is not valid on an event.';
  throw new Failure(
    'BAD_USER_INPUT',
    message,
    problems.map((problem) => ({ path: ['selection'], code: 'INVALID_VALUE', message: problem })),
  );
}

/**
 * Locks an organization, if there is an id, against deletion until the transaction ends. NOT_FOUND at "organizationId"
 * if it does not exist.
 */
export async function lockOrganizationKeyShare(tx: Transaction, id: string | null | undefined): Promise<void> {
  if (id == null) return;
  const rows = await tx.$queryRaw<unknown[]>`SELECT id FROM organizations WHERE id = ${id} FOR KEY SHARE`;
  if (!rows.length) throw notFound('organization', 'organizationId');
}

/** Throws NOT_FOUND below "excludeActorIds" for ids of neither a user nor an application. */
export async function requireActors(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (!ids.length) return;
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM users WHERE id = ANY(${ids}) UNION ALL SELECT id FROM applications WHERE id = ANY(${ids})`;
  requireFound('user or application', ids, new Set(rows.map(({ id }) => id)), 'excludeActorIds');
}

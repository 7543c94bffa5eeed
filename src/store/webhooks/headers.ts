import { isDeepStrictEqual } from 'node:util';
import { invalidField } from '../../domain/failure.ts';
import { sealJson, type SecretBox, tryOpenJson } from '../../platform/crypto/secret-box.ts';
import type { Transaction } from '../../platform/database/database.ts';

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

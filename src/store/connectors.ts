import type { Driven, Secrets } from '../domain/connector.ts';
import { secretNamesOf } from '../domain/connector.ts';
import { badUserInput } from '../domain/failure.ts';
import type { SecretBox } from '../platform/crypto/secret-box.ts';
import type { Transaction } from '../platform/database/database.ts';
import type { ConnectorKind } from '../vocabulary/connectors.ts';

/** The columns for the secrets of a connector. */
export function sealSecrets(secretBox: SecretBox, secrets: Secrets) {
  const secretNames = secretNamesOf(secrets);
  const sealed = secretNames.length ? Uint8Array.from(secretBox.seal(Buffer.from(JSON.stringify(secrets)))) : null;
  return { secretNames, encryptedSecrets: sealed };
}

/** Decrypts the column of secrets. */
export const openSecrets = (secretBox: SecretBox, sealed: Uint8Array | null): Secrets =>
  sealed ? (JSON.parse(secretBox.open(sealed).toString()) as Secrets) : {};

/** Reads the encrypted secrets of a connector. */
export async function sealedSecretsOf(tx: Transaction, id: string): Promise<Uint8Array | null> {
  const select = { encryptedSecrets: true } as const;
  return (await tx.connector.findUniqueOrThrow({ where: { id }, select })).encryptedSecrets;
}

/** The driver and settings of a row. */
export const drivenOf = ({ driver, settings }: { driver: string; settings: unknown }): Driven =>
  ({ driver, settings }) as Driven;

/** Locks all connectors of a kind, which are few, and returns the enabled one. */
export async function lockEnabled(tx: Transaction, kind: ConnectorKind): Promise<string | undefined> {
  // Sorted, so that two transactions cannot deadlock.
  const rows = await tx.$queryRaw<{ id: string; isEnabled: boolean }[]>`
    SELECT id, is_enabled AS "isEnabled" FROM connectors WHERE kind = ${kind} ORDER BY id FOR UPDATE`;
  return rows.find(({ isEnabled }) => isEnabled)?.id;
}

/** Throws BAD_USER_INPUT for a server that is never allowed. Resolved addresses are checked at every connection. */
export async function requireDestination(
  problemOf: (url: string) => Promise<string | undefined>,
  { host, url }: { host?: string | undefined; url?: string | undefined },
): Promise<void> {
  const hostProblem = host === undefined ? undefined : await problemOf(`http://${inUrl(host)}`);
  if (hostProblem !== undefined) throw badUserInput(hostProblem, 'smtp', 'host');
  const urlProblem = url === undefined ? undefined : await problemOf(url);
  if (urlProblem !== undefined) throw badUserInput(urlProblem, 'http', 'url');
}

const inUrl = (host: string): string => (host.includes(':') ? `[${host}]` : host);

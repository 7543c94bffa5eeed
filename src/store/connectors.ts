// SQL: times of a delivery, which change a connector without a new `updatedAt`.
import type { DriverSettings, Secrets } from '../domain/messages/connector.ts';
import { secretNamesOf } from '../domain/messages/connector.ts';
import { badUserInput } from '../domain/failure.ts';
import { sealJson, type SecretBox, tryOpenJson } from '../platform/crypto/secret-box.ts';
import type { Database, Transaction } from '../platform/database/database.ts';
import type { ConnectorKind } from '../vocabulary/connectors/connectors.ts';

/** The columns for the secrets of a connector. */
export const sealSecrets = (secretBox: SecretBox, secrets: Secrets) => ({
  secretNames: secretNamesOf(secrets),
  encryptedSecrets: sealJson(secretBox, secrets),
});

/** Decrypts the column of secrets; undefined if its key is lost. */
export const openSecrets = (secretBox: Pick<SecretBox, 'open'>, sealed: Uint8Array | null): Secrets | undefined =>
  tryOpenJson(secretBox, sealed);

/** Reads the encrypted secrets of a connector. */
export async function sealedSecretsOf(tx: Transaction, id: string): Promise<Uint8Array | null> {
  const select = { encryptedSecrets: true } as const;
  return (await tx.connector.findUniqueOrThrow({ where: { id }, select })).encryptedSecrets;
}

/** The driver and settings of a row. */
export const driverSettingsOf = ({ driver, settings }: { driver: string; settings: unknown }): DriverSettings =>
  ({ driver, settings }) as DriverSettings;

/** A connector with what sending needs. */
export type SendingConnector = DriverSettings & {
  id: string;
  kind: ConnectorKind;
  secrets: Secrets;
  /** The secrets cannot be decrypted, because their key is lost. */
  areSecretsLost: boolean;
  lastError: string | null;
  lastFailedAt: Date | null;
  lastSucceededAt: Date | null;
};

interface ConnectorServices {
  database: Pick<Database, 'pool'>;
  secretBox: Pick<SecretBox, 'open'>;
}

const sending = `SELECT id, kind, driver, settings, encrypted_secrets AS "encryptedSecrets", last_error AS "lastError",
  last_failed_at AS "lastFailedAt", last_succeeded_at AS "lastSucceededAt" FROM connectors`;

/** Reads a connector, enabled or not; undefined if it does not exist. */
export const findConnector = (services: ConnectorServices, id: string): Promise<SendingConnector | undefined> =>
  findSending(services, `${sending} WHERE id = $1`, id);

/** Reads the connector that sends the messages of a kind; undefined if none is enabled. */
export const findEnabledConnector = (
  services: ConnectorServices,
  kind: ConnectorKind,
): Promise<SendingConnector | undefined> => findSending(services, `${sending} WHERE kind = $1 AND is_enabled`, kind);

async function findSending({ database, secretBox }: ConnectorServices, statement: string, value: string) {
  type Row = Omit<SendingConnector, 'secrets' | 'areSecretsLost'> & { encryptedSecrets: Buffer | null };
  const { rows } = await database.pool.query<Row>(statement, [value]);
  if (!rows[0]) return undefined;
  const { encryptedSecrets, ...row } = rows[0];
  const secrets = openSecrets(secretBox, encryptedSecrets);
  return { ...row, secrets: secrets ?? {}, areSecretsLost: secrets === undefined } as SendingConnector;
}

/** Milliseconds for which successes are not written again. */
const successInterval = 60_000;

/** Records that a connector has sent a message. Writes at most once a minute, unless it was failing. */
export async function recordSuccess(
  { pool }: Pick<Database, 'pool'>,
  { id, lastError, lastSucceededAt }: SendingConnector,
  now: Date,
): Promise<void> {
  const isRecent = lastSucceededAt !== null && now.getTime() - lastSucceededAt.getTime() < successInterval;
  if (isRecent && lastError === null) return;
  await pool.query('UPDATE connectors SET last_succeeded_at = $2, last_error = NULL WHERE id = $1', [id, now]);
}

/** Records that a connector could not send a message. Not a change of the record: `updatedAt` keeps its value. */
export async function recordFailure(
  tx: Transaction,
  { connectorId, error, now }: { connectorId: string; error: string; now: Date },
): Promise<void> {
  await tx.$executeRaw`UPDATE connectors SET last_error = ${error}, last_failed_at = ${now} WHERE id = ${connectorId}`;
}

/** Locks all connectors of the kind of a connector, which are few. Returns the id of the enabled one. */
export async function lockEnabled(tx: Transaction, connectorId: string): Promise<string | undefined> {
  // Sorted, so that two transactions cannot deadlock. The kind of a connector never changes.
  const rows = await tx.$queryRaw<{ id: string; isEnabled: boolean }[]>`
    SELECT id, is_enabled AS "isEnabled" FROM connectors
    WHERE kind = (SELECT kind FROM connectors WHERE id = ${connectorId}) ORDER BY id FOR UPDATE`;
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

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Config, ConfigError } from '../../config.ts';
import { createSecretBox, type SecretBox } from '../../platform/crypto/secret-box.ts';
import { loadSecretsKey } from '../../platform/crypto/secrets-file.ts';
import { requireMigrated } from '../../platform/database/migrate.ts';
import { reachDatabase } from '../../platform/database/reach.ts';
import { hasCluster } from '../../platform/embedded-postgres/cluster.ts';
import { createLogger } from '../../platform/logger.ts';
import { loadSigningKeys } from '../../store/signing-keys.ts';
import { type OpenKernel, openKernelServices } from '../kernel-services.ts';
import { startupStep } from '../start/startup-step.ts';

/**
 * Opens the kernel on the database of a platform, which may be running. Creates nothing: throws ConfigError if there is
 * no such database, or no key that fits its signing keys, if they are needed.
 */
export async function openExisting(
  config: Config,
  opened: AsyncDisposableStack,
  { needsSigningKeys = true } = {},
): Promise<OpenKernel> {
  const secretBox = await startupStep('DATA_DIR', 'cannot read the key for secrets', () => openSecretBox(config));
  const url = await findDatabase(config, opened);
  const logger = createLogger('warn', { write: (line) => void process.stderr.write(line) });
  const database = await startupStep('DATABASE_URL', 'cannot use the database', async () => {
    const reached = await reachDatabase(url, false);
    await requireMigrated(reached);
    return reached;
  });
  const kernel = await openKernelServices(config, database, { overrides: {}, secretBox, logger }, opened);
  if (needsSigningKeys)
    await startupStep('SECRETS_KEY', 'cannot use the signing keys', () => loadSigningKeys(kernel.database, secretBox));
  return kernel;
}

function openSecretBox({ secretsKeys, dataDir }: Config): SecretBox {
  const folder = resolve(dataDir);
  const keys = secretsKeys ?? [loadSecretsKey(folder)].filter((key) => key !== undefined);
  if (keys.length) return createSecretBox(keys);
  const problem = existsSync(folder) ? 'there is no key in' : 'there is no folder';
  throw new ConfigError(`DATA_DIR: ${problem} ${folder}. Use the settings with which the platform runs.`);
}

/**
 * The address of the database of a platform. An embedded one is started, and stopped afterwards unless a platform uses
 * it. Throws ConfigError if there is none yet.
 */
export async function findDatabase({ databaseUrl, dataDir }: Config, opened: AsyncDisposableStack): Promise<string> {
  if (databaseUrl !== undefined) return databaseUrl;
  const home = join(resolve(dataDir), 'postgres');
  if (!hasCluster(home)) {
    const problem = `there is no embedded database in ${resolve(dataDir)}`;
    throw new ConfigError(`DATABASE_URL: ${problem}. Use the settings with which the platform runs.`);
  }
  const { startEmbeddedPostgres } = await import('../../platform/embedded-postgres/start.ts');
  const start = () => startEmbeddedPostgres(home);
  const postgres = await startupStep('DATA_DIR', 'cannot start the embedded database', start);
  opened.defer(() => postgres.stop());
  return postgres.url;
}

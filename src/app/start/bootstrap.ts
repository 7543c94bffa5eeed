import { type Config, ConfigError } from '../../config.ts';
import { Failure } from '../../domain/failure.ts';
import type { Execute } from '../../kernel/types.ts';
import { platformActor } from '../../kernel/actor.ts';
import { setUpPlatform } from '../../operations/platform/set-up-platform.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Ids } from '../../platform/ids/ids.ts';
import type { Logger } from '../../platform/logger.ts';
import { reserveFile } from '../../platform/reserved-file.ts';
import { credentialLines, type FirstStart, makesCredentials } from './first-credentials.ts';
import { startupStep } from './startup-step.ts';
import { algorithmsWithoutKey } from '../../store/signing-keys.ts';
import { platformOrigin } from '../platform-origin.ts';

interface BootstrapServices {
  config: Config;
  database: Pick<Database, 'prisma'>;
  ids: Ids;
  execute: Execute;
  logger: Logger;
  /** The file for the credentials of a first start; undefined if they are shown. */
  credentialsFile: string | undefined;
}

/**
 * Updates the platform's own records on every start; on the first start, creates the first administrator and
 * application. Throws ConfigError if another API resource already has the indicator that follows from PUBLIC_URL.
 */
export async function bootstrap(services: BootstrapServices): Promise<FirstStart | null> {
  const { config, database, logger } = services;
  const builtIn = await startupStep('DATABASE_URL', 'cannot read the records of the platform', () =>
    database.prisma.apiResource.count({ where: { isBuiltIn: true } }),
  );
  const isFirstStart = builtIn === 0;
  const path = isFirstStart && makesCredentials(config.bootstrap) ? services.credentialsFile : undefined;
  if (path === undefined) return setUp(services, isFirstStart);
  const store = <Result>(work: () => Result) =>
    startupStep('DATA_DIR', `cannot store the credentials of the first start, unless ${instead} set them`, work);
  // Before the credentials are made: once they are in the database, they cannot be read again.
  const file = await store(() => reserveFile(path));
  try {
    const result = await setUp(services, isFirstStart);
    if (result) {
      await store(() => file.write(`${credentialLines(result, config.bootstrap).join('\n')}\n`));
      // The file has to be deleted, and no later start names it.
      logger.warn({ file: path }, 'first start: stored the credentials in a file; read it and delete it');
    }
    return result;
  } finally {
    file.close();
  }
}

async function setUp(services: BootstrapServices, isFirstStart: boolean): Promise<FirstStart | null> {
  const { config, database, ids, execute } = services;
  const { output } = await startupStep('DATABASE_URL', 'cannot create the records of the platform', async () => {
    const input = {
      managementResource: config.managementResource,
      publicUrl: config.publicUrl,
      // Generating keys is slow, and few starts need any.
      signingAlgorithms: await algorithmsWithoutKey(database.prisma),
      isFirstStart,
      isSignUpOpen: config.signUp === 'open',
      ...config.bootstrap,
    };
    return execute(setUpPlatform, platformActor, input, platformOrigin(ids)).catch(namePublicUrl);
  });
  return output.firstStart;
}

const instead = 'BOOTSTRAP_ADMIN_PASSWORD and BOOTSTRAP_CLIENT_SECRET';

function namePublicUrl(error: unknown): never {
  if (error instanceof Failure) throw new ConfigError(`PUBLIC_URL: ${error.message}`, { cause: error });
  throw error;
}

import { type Config, ConfigError } from '../config.ts';
import { Failure } from '../domain/failure.ts';
import type { Execute } from '../kernel/types.ts';
import { platformActor } from '../kernel/actor.ts';
import { setUpPlatform } from '../operations/platform/set-up-platform.ts';
import type { Database } from '../platform/database/database.ts';
import type { Ids } from '../platform/ids/ids.ts';
import { startupStep } from './startup-step.ts';
import { algorithmsWithoutKey } from '../store/signing-keys.ts';
import { platformOrigin } from './platform-origin.ts';

/** The credentials of the first start in plain text: printed once, stored nowhere. */
export interface FirstStart {
  username: string;
  password: string;
  clientId: string;
  clientSecret: string;
}

interface BootstrapServices {
  config: Config;
  database: Pick<Database, 'prisma'>;
  ids: Ids;
  execute: Execute;
}

/**
 * Updates the platform's own records on every start; on the first start, creates the first administrator and
 * application. Throws ConfigError if another API resource already has the indicator that follows from PUBLIC_URL.
 */
export async function bootstrap({ config, database, ids, execute }: BootstrapServices): Promise<FirstStart | null> {
  const { output } = await startupStep('DATABASE_URL', 'cannot create the records of the platform', async () => {
    // Generating keys and hashing a password are slow, and few starts need any.
    const signingAlgorithms = await algorithmsWithoutKey(database.prisma);
    const isFirstStart = (await database.prisma.apiResource.count({ where: { isBuiltIn: true } })) === 0;
    const input = {
      managementResource: config.managementResource,
      publicUrl: config.publicUrl,
      signingAlgorithms,
      isFirstStart,
      isSignUpOpen: config.signUp === 'open',
      ...config.bootstrap,
    };
    return execute(setUpPlatform, platformActor, input, platformOrigin(ids)).catch(namePublicUrl);
  });
  return output.firstStart;
}

function namePublicUrl(error: unknown): never {
  if (error instanceof Failure) throw new ConfigError(`PUBLIC_URL: ${error.message}`, { cause: error });
  throw error;
}

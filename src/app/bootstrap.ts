import { type Config, ConfigError } from '../config.ts';
import { Failure } from '../domain/failure.ts';
import type { Execute } from '../kernel/types.ts';
import { platformActor } from '../kernel/actor.ts';
import { setUpPlatform } from '../operations/platform/set-up-platform.ts';
import type { Database } from '../platform/database/database.ts';
import type { Ids } from '../platform/ids/ids.ts';
import { step } from './start-failure.ts';
import { algorithmsWithoutKey } from '../store/signing-keys.ts';

/** What the first start made or was given. Secrets in the clear: shown once, kept nowhere. */
export interface FirstStart {
  username: string;
  password: string;
  clientId: string;
  clientSecret: string;
}

export interface BootstrapServices {
  config: Config;
  database: Pick<Database, 'prisma'>;
  ids: Ids;
  execute: Execute;
}

/**
 * Brings the platform's own records up to date, on every start: on the first one the first administrator and application are made.
 * Throws ConfigError when PUBLIC_URL contradicts what the database holds.
 */
export async function bootstrap({ config, database, ids, execute }: BootstrapServices): Promise<FirstStart | null> {
  const origin = { requestId: ids.next('request'), channel: 'platform' as const };
  const { output } = await step('DATABASE_URL', "the platform's own records cannot be made", async () => {
    // Keys take their time to make, and only few starts need some.
    const signingAlgorithms = await algorithmsWithoutKey(database.prisma);
    const input = { managementResource: config.managementResource, signingAlgorithms, ...config.bootstrap };
    return execute(setUpPlatform, platformActor, input, origin).catch(namePublicUrl);
  });
  return output.firstStart;
}

function namePublicUrl(error: unknown): never {
  if (error instanceof Failure) throw new ConfigError(`PUBLIC_URL: ${error.message}`, { cause: error });
  throw error;
}

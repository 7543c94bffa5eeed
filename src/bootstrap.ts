import { type Config, ConfigError } from './config.ts';
import { Failure } from './domain/failure.ts';
import type { Execute } from './kernel/execute.ts';
import { platformActor } from './kernel/actor.ts';
import { setUpPlatform } from './operations/platform/set-up-platform.ts';
import type { Ids } from './platform/ids.ts';
import { step } from './start-failure.ts';

/** What the first start made or was given. Secrets in the clear: shown once, kept nowhere. */
export interface FirstStart {
  username: string;
  password: string;
  clientId: string;
  clientSecret: string;
}

export interface BootstrapServices {
  config: Config;
  ids: Ids;
  execute: Execute;
}

/**
 * Brings the platform's own records up to date, on every start: on the first one the first administrator and application are made.
 * Throws ConfigError when PUBLIC_URL contradicts what the database holds.
 */
export async function bootstrap({ config, ids, execute }: BootstrapServices): Promise<FirstStart | null> {
  const input = { managementResource: config.managementResource, ...config.bootstrap };
  const origin = { requestId: ids.next('request'), door: 'platform' as const };
  const { output } = await step('DATABASE_URL', "the platform's own records cannot be made", () =>
    execute(setUpPlatform, platformActor, input, origin).catch(namePublicUrl),
  );
  return output.firstStart;
}

function namePublicUrl(error: unknown): never {
  if (error instanceof Failure) throw new ConfigError(`PUBLIC_URL: ${error.message}`, { cause: error });
  throw error;
}

import { readConfig } from '../../config.ts';
import { configWarnings } from '../start/config-warnings.ts';

/** Reads the settings and nothing else. Returns what is risky; throws ConfigError with everything that is invalid. */
export function checkConfig(env: NodeJS.ProcessEnv): string {
  const warnings = configWarnings(readConfig(env)).map(({ message }) => `Warning: ${message}`);
  return `${[...warnings, 'The settings are valid.'].join('\n')}\n`;
}

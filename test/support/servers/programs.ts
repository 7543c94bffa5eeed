import { spawnSync } from 'node:child_process';
import { install, pathWithServers } from '../../../tools/testing/services.ts';

/** Ensures that programs, given with their Debian packages, can be run. Installs what is missing, as `npm test`. */
export function ensurePrograms(packages: Readonly<Record<string, string>>): void {
  process.env.PATH = pathWithServers();
  const isMissing = (program: string) => spawnSync(program, ['--version']).error !== undefined;
  const missing = Object.entries(packages).filter(([program]) => isMissing(program));
  if (missing.length) install([...new Set(missing.map(([, name]) => name))]);
}

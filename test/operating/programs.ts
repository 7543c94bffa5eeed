import { spawnSync } from 'node:child_process';
import { pathWithServers } from '../../tools/testing/services.ts';

/** Ensures that programs can be run. Throws a sentence that names the Debian packages of those that are missing. */
export function findPrograms(packages: Readonly<Record<string, string>>): void {
  process.env.PATH = pathWithServers();
  const isMissing = (program: string) => spawnSync(program, ['--version']).error !== undefined;
  const missing = Object.keys(packages).filter(isMissing);
  if (!missing.length) return;
  const names = [...new Set(missing.map((program) => packages[program]))].join(' ');
  throw new Error(`Missing: ${missing.join(', ')}. On Debian and Ubuntu: apt-get install ${names}`);
}

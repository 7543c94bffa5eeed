import { relative } from 'node:path';
import packageJson from '../../../package.json' with { type: 'json' };

/** The beginning of a line for a shell that calls this program again. */
export function calledAs(
  { argv0, argv: [, script = ''] }: Pick<NodeJS.Process, 'argv0' | 'argv'>,
  env: NodeJS.ProcessEnv,
  folder: string,
): string {
  const { npm_lifecycle_event: npmScript, npm_package_name: npmPackage } = env;
  if (npmScript === 'start' && npmPackage === packageJson.name) return 'npm start --';
  const path = relative(folder, script);
  return `${argv0} ${path.startsWith('..') ? script : path}`;
}

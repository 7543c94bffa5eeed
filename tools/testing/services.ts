import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * Programs that the tests use and that npm does not have, by their Debian package. Chromium without a desktop starts in
 * a third of the time.
 */
const servers = ['redis-server', 'pgbouncer', 'chromium-headless-shell', 'curl'];

/**
 * Ensures that the servers are installed, with apt-get if that needs no password. Throws one sentence otherwise: no
 * test is skipped for lack of a server.
 */
export async function ensureServers(): Promise<string> {
  const missing = servers.filter((name) => !isInstalled(name));
  if (missing.length > 0) install(missing);
  const lacking = missing.filter((name) => !isInstalled(name));
  if (lacking.length > 0) throw new Error(`Missing after the installation: ${lacking.join(', ')}.`);
  return `${servers.join(', ')} ${missing.length > 0 ? 'installed' : 'found'}`;
}

/** Debian installs servers in folders that are not in the PATH of an ordinary user. */
export function pathWithServers(path = process.env.PATH ?? ''): string {
  return [path, '/usr/local/sbin', '/usr/sbin'].join(delimiter);
}

function isInstalled(name: string): boolean {
  return pathWithServers()
    .split(delimiter)
    .some((folder) => isExecutable(join(folder, name)));
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Installs Debian packages. Throws one sentence if that is impossible or needs a password. */
export function install(names: readonly string[]): void {
  const root = asRoot();
  const packages = names.join(' ');
  if (root === undefined) {
    throw new Error(`The tests need ${names.join(', ')}: install with "apt-get install ${packages}", as root.`);
  }
  console.log(`Installing ${packages} with apt-get: the tests need them.`);
  aptGet(root, ['update']);
  aptGet(root, ['install', '--yes', '--no-install-recommends', ...names]);
}

/** The prefix of a command that root must run; undefined if that is impossible or needs a password. */
function asRoot(): string[] | undefined {
  if (spawnSync('apt-get', ['--version']).status !== 0) return undefined;
  if (process.getuid?.() === 0) return [];
  return spawnSync('sudo', ['--non-interactive', 'true']).status === 0 ? ['sudo', '--non-interactive'] : undefined;
}

// Test files install packages side by side: the second waits for the first.
function aptGet(root: readonly string[], args: readonly string[]): void {
  const lock = ['flock', '--timeout', '600', '/tmp/mandate-apt-get.lock'];
  const line = [...root, ...lock, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...args];
  const { status, stdout, stderr } = spawnSync(line[0] ?? '', line.slice(1), { encoding: 'utf8' });
  if (status !== 0) throw new Error(`$ apt-get ${args.join(' ')}\n${stdout}${stderr}`);
}

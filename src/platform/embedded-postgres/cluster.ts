import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { ServerUser } from './server-user.ts';

/** The data folder and the passwords of an embedded PostgreSQL. */
export interface Cluster {
  /** PostgreSQL's data directory. */
  data: string;
  /** Random passwords: other users of this machine must not connect to the TCP port. */
  superuserPassword: string;
  platformPassword: string;
}

type Credentials = Omit<Cluster, 'data'>;

export const superuser = 'postgres';

/** The data directory of the cluster in `home`, existing or not. */
export const dataFolder = (home: string): string => join(home, 'cluster', 'data');

/** Whether an earlier start has created the cluster in `home`. */
export const hasCluster = (home: string): boolean => existsSync(join(home, 'cluster'));

/**
 * Opens the cluster in `home`, which `initdb` creates on the first call. It is created in a temporary folder and then
 * renamed: an interrupted attempt leaves no partial cluster, and of two concurrent first starts one wins.
 */
export async function openCluster(home: string, initdb: string, user: ServerUser, durable: boolean): Promise<Cluster> {
  if (!hasCluster(home)) await createCluster(home, initdb, user, durable);
  return readCluster(home);
}

/**
 * Removes the temporary folders of interrupted attempts. The server runs when this is called, so a process that is
 * still creating a cluster has lost the race.
 */
export function removeLeftovers(home: string): void {
  for (const name of readdirSync(home).filter((entry) => entry.startsWith('new-'))) {
    rmSync(join(home, name), { recursive: true, force: true });
  }
}

function readCluster(home: string): Cluster {
  const credentials = JSON.parse(readFileSync(join(home, 'cluster', 'credentials.json'), 'utf8')) as Credentials;
  return { data: dataFolder(home), ...credentials };
}

async function createCluster(home: string, initdb: string, user: ServerUser, durable: boolean): Promise<void> {
  const draft = mkdtempSync(join(home, 'new-'));
  try {
    await fillCluster(draft, initdb, user, durable);
    renameSync(draft, join(home, 'cluster'));
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!hasCluster(home)) throw error;
  }
}

async function fillCluster(folder: string, initdb: string, user: ServerUser, durable: boolean): Promise<void> {
  const credentials: Credentials = { superuserPassword: password(), platformPassword: password() };
  const passwordFile = join(folder, 'password');
  mkdirSync(join(folder, 'data'), { mode: 0o700 });
  writeFileSync(passwordFile, credentials.superuserPassword, { mode: 0o600 });
  writeFileSync(join(folder, 'credentials.json'), JSON.stringify(credentials), { mode: 0o600 });
  chmodSync(folder, 0o711);
  user.give(passwordFile);
  user.give(join(folder, 'data'));
  await runInitdb(initdb, user, folder, [`--pwfile=${passwordFile}`, ...(durable ? [] : ['--no-sync'])]);
  rmSync(passwordFile);
}

async function runInitdb(initdb: string, user: ServerUser, folder: string, extra: string[]): Promise<void> {
  const args = [
    `--pgdata=${join(folder, 'data')}`,
    `--username=${superuser}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // Lower case in every language, independent of the locales of this machine.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    ...extra,
  ];
  const child = user.run(initdb, args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  let errorOutput = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    errorOutput += chunk.toString();
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`initdb failed: ${errorOutput.trim()}`);
}

const password = (): string => randomBytes(24).toString('base64url');

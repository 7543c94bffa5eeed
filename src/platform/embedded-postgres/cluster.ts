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

/** The folder of one embedded PostgreSQL: its data and the passwords made with it. */
export interface Cluster {
  /** PostgreSQL's own folder. */
  data: string;
  /** Passwords, random: other people on this machine must not reach the database through its TCP port. */
  superuserPassword: string;
  platformPassword: string;
}

type Credentials = Omit<Cluster, 'data'>;

export const superuser = 'postgres';

/** Where the data of the cluster in `home` is, or will be. */
export const dataFolder = (home: string): string => join(home, 'cluster', 'data');

/**
 * The cluster in `home`, made by `initdb` on the first call. It is made aside and moved into place in one step, so that
 * an interrupted attempt leaves nothing half-made behind, and of two first starts at the same instant one wins.
 */
export async function openCluster(home: string, initdb: string, user: ServerUser, durable: boolean): Promise<Cluster> {
  if (!existsSync(join(home, 'cluster'))) await createCluster(home, initdb, user, durable);
  return readCluster(home);
}

/** Removes what interrupted attempts left. Called while the server runs: whoever is still making a cluster has lost. */
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
    if (!existsSync(join(home, 'cluster'))) throw error;
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
    // Letters of every language have a lower case, without depending on the locales of this machine.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    ...extra,
  ];
  const child = user.run(initdb, args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  let complaints = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    complaints += chunk.toString();
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`initdb failed: ${complaints.trim()}`);
}

const password = (): string => randomBytes(24).toString('base64url');

import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, statSync } from 'node:fs';

/** Whom a server's programs run as. PostgreSQL refuses to run as root. */
export interface ServerUser {
  run(program: string, args: readonly string[], options: SpawnOptions): ChildProcess;
  /** Gives a file or folder to that user. */
  give(path: string): void;
}

interface Identity {
  uid: number;
  gid: number;
}

// The one account that exists everywhere and owns nothing.
const nobody: Identity = { uid: 65_534, gid: 65_534 };
const namespace = ['--user', '--map-user=1', '--map-group=1'];

/**
 * Ourselves, unless we are root. Root takes the owner of the data that is there already, else `nobody`; where `nobody`
 * cannot reach the program or the folder (a project under /root) root becomes somebody else in a user namespace only.
 * Throws when none of this works.
 */
export function chooseServerUser(program: string, folder: string, data: string): ServerUser {
  if (process.getuid?.() !== 0) return ourselves;
  if (existsSync(data)) return ownerOf(data);
  if (canRun(program, nobody) && canEnter(folder, nobody)) return account(nobody);
  if (namespaceWorks(program)) return inNamespace;
  throw new Error(
    'PostgreSQL does not run as root, and the account "nobody" cannot reach this folder: ' +
      'start as an ordinary user, move the folder, or set DATABASE_URL.',
  );
}

const ourselves: ServerUser = { run: (program, args, options) => spawn(program, args, options), give: () => {} };

const inNamespace: ServerUser = {
  run: (program, args, options) => spawn('unshare', [...namespace, program, ...args], options),
  give: () => {},
};

function account(identity: Identity): ServerUser {
  return {
    run: (program, args, options) => spawn(program, args, { ...options, ...identity }),
    give: (path) => chownSync(path, identity.uid, identity.gid),
  };
}

/** Root's own data can only come from a namespace. */
function ownerOf(data: string): ServerUser {
  const { uid, gid } = statSync(data);
  return uid === 0 ? inNamespace : account({ uid, gid });
}

function canRun(program: string, identity: Identity): boolean {
  return spawnSync(program, ['--version'], { ...identity, cwd: '/' }).status === 0;
}

function canEnter(folder: string, identity: Identity): boolean {
  return spawnSync('test', ['-x', folder], { ...identity, cwd: '/' }).status === 0;
}

function namespaceWorks(program: string): boolean {
  return spawnSync('unshare', [...namespace, program, '--version']).status === 0;
}

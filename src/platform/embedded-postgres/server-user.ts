import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { chownSync, existsSync, readdirSync, statSync } from 'node:fs';

/** The user that runs the server. PostgreSQL refuses to run as root. */
export interface ServerUser {
  run(program: string, args: readonly string[], options: SpawnOptions): ChildProcess;
  /** Makes this user the owner of a file or folder. */
  give(path: string): void;
  /** A warning about this user, for the log. */
  warning?: string;
}

interface Identity {
  uid: number;
  gid: number;
}

// The account "nobody" exists everywhere and owns nothing.
const unprivileged: Identity = { uid: 65_534, gid: 65_534 };
/** User ids that neither distributions nor systemd assign (systemd.io/UIDS-GIDS). */
const unassigned = { first: 60_706, last: 61_183 };
const namespace = ['--user', '--map-user=1', '--map-group=1'];

/**
 * Chooses the current user, unless it is root. Root uses the owner of existing data, else the account of PostgreSQL,
 * else an unused user id, else "nobody", whose other processes can read the data. If none of them can access the
 * program or the folder (for example below /root), the server runs in a user namespace. Throws if that does not work
 * either.
 */
export function chooseServerUser(program: string, folder: string, data: string, accountName = 'postgres'): ServerUser {
  if (process.getuid?.() !== 0) return currentUser;
  if (existsSync(data)) return ownerOf(data);
  const canUse = (identity: Identity) => canRun(program, identity) && canAccess(folder, identity);
  const identity = identityOf(accountName);
  if (identity && canUse(identity)) return account(identity);
  const unused = unusedIdentity();
  if (unused && canUse(unused) && namespaceWorks(program, unused)) return withoutAccount(unused);
  if (canUse(unprivileged)) return account(unprivileged);
  if (namespaceWorks(program)) return inNamespace;
  throw new Error(
    'PostgreSQL does not run as root, and no other user can access this folder: ' +
      'start as another user, move the folder, or set DATABASE_URL.',
  );
}

const currentUser: ServerUser = { run: (program, args, options) => spawn(program, args, options), give: () => {} };

const inNamespace: ServerUser = {
  run: (program, args, options) => spawn('unshare', [...namespace, program, ...args], options),
  give: () => {},
};

function account(identity: Identity): ServerUser {
  return {
    run: (program, args, options) => spawn(program, args, { ...options, ...identity }),
    give: (path) => chownSync(path, identity.uid, identity.gid),
    ...(identity.uid === unprivileged.uid && {
      warning: 'embedded PostgreSQL: runs as "nobody"; other processes of that account can read its data',
    }),
  };
}

/** initdb requires a name for its user id; in a namespace there is one. */
const withoutAccount = (identity: Identity): ServerUser => ({
  ...account(identity),
  run: (program, args, options) => inNamespace.run(program, args, { ...options, ...identity }),
});

/** Data that root owns was created in a namespace. */
function ownerOf(data: string): ServerUser {
  const { uid, gid } = statSync(data);
  return uid === 0 ? inNamespace : account({ uid, gid });
}

function canRun(program: string, identity: Identity): boolean {
  return spawnSync(program, ['--version'], { ...identity, cwd: '/' }).status === 0;
}

function canAccess(folder: string, identity: Identity): boolean {
  return spawnSync('test', ['-x', folder], { ...identity, cwd: '/' }).status === 0;
}

function namespaceWorks(program: string, identity?: Identity): boolean {
  return spawnSync('unshare', [...namespace, program, '--version'], { ...identity, cwd: '/' }).status === 0;
}

function identityOf(name: string): Identity | undefined {
  const [uid, gid] = ['-u', '-g'].map((option) => Number(spawnSync('id', [option, name], { encoding: 'utf8' }).stdout));
  return uid && gid ? { uid, gid } : undefined;
}

/** A random user id that has no account and no process. */
function unusedIdentity(): Identity | undefined {
  const uid = randomInt(unassigned.first, unassigned.last + 1);
  const hasAccount = spawnSync('id', ['-nu', String(uid)]).status === 0;
  return hasAccount || userIdsOfProcesses().has(uid) ? undefined : { uid, gid: uid };
}

function userIdsOfProcesses(): Set<number | undefined> {
  if (!existsSync('/proc')) return new Set();
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return new Set(processes.map((pid) => statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid));
}

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { install } from '../../tools/testing/services.ts';

/** The packages of Debian for the clients that npm does not have. */
const packages = [
  'golang-go',
  'golang-github-coreos-go-oidc-dev',
  'python3-authlib',
  'python3-flask',
  'python3-requests',
];
/** Milliseconds that a compilation may take, and the start of a program. */
const [compileLimit, startLimit] = [240_000, 30_000];

/** Installs what is missing. Returns the versions of all. */
export function ensurePackages(names: readonly string[] = packages): string[] {
  const missing = names.filter((name) => !versionOf(name));
  if (missing.length) install(missing);
  return names.map((name) => `${name} ${versionOf(name) ?? 'is missing'}`);
}

function versionOf(name: string): string | undefined {
  const { stdout } = spawnSync('dpkg-query', ['--show', '--showformat=${db:Status-Status} ${Version}', name], {
    encoding: 'utf8',
  });
  const [status, version] = stdout?.split(' ') ?? [];
  return status === 'installed' ? version : undefined;
}

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

/** Compiles the application with go-oidc against Debian's packages alone. */
export function compileGo(): { program: string } & Disposable {
  const folder = mkdtempSync(join(tmpdir(), 'mandate-go-'));
  const program = join(folder, 'application');
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const env = {
    PATH: process.env['PATH'],
    GO111MODULE: 'off',
    GOPATH: '/usr/share/gocode',
    GOCACHE: join(folder, 'cache'),
    GOPROXY: 'off',
  };
  const args = ['build', '-o', program, here('go-oidc/main.go')];
  const { status, stderr, error } = spawnSync('go', args, { env, encoding: 'utf8', timeout: compileLimit });
  if (status !== 0) {
    remove();
    throw new Error(`go-oidc cannot be compiled: ${stderr || error?.message}`);
  }
  return { program, [Symbol.dispose]: remove };
}

/** Debian's own interpreter: another one in the path does not have Debian's packages. */
export const authlib = ['/usr/bin/python3', here('authlib/application.py')] as const;

/** A process that answers. */
export interface Program extends AsyncDisposable {
  /** The output so far. */
  written(): string;
}

interface StartOptions {
  /** The folder that it starts in. */
  cwd?: string;
  /** Milliseconds until it must answer. */
  limit?: number;
}

/** Starts an application and waits until it answers at `home`. */
export async function startProgram(
  [program, ...args]: readonly [string, ...string[]],
  home: string,
  settings: Record<string, string>,
  { cwd, limit: longest = startLimit }: StartOptions = {},
): Promise<Program> {
  const child = spawn(program, args, {
    env: { PATH: process.env['PATH'], HOME_URL: home, PORT: new URL(home).port, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that what it starts ends with it.
    detached: true,
    ...(cwd === undefined ? {} : { cwd }),
  });
  let written = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => void (written += chunk));
  const running = { written: () => written, [Symbol.asyncDispose]: () => stop(child) };
  const deadline = performance.now() + longest;
  while (!(await isListening(home))) {
    if (child.exitCode !== null || performance.now() > deadline) {
      await stop(child);
      throw new Error(`it does not start: ${written.slice(-2000)}`);
    }
    await sleep(100);
  }
  return running;
}

const isListening = (home: string): Promise<boolean> =>
  fetch(`${home}/nothing`).then(
    () => true,
    () => false,
  );

async function stop(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  process.kill(-child.pid, 'SIGKILL');
  await ended;
}

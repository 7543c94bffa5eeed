import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { lazy } from '../../../src/domain/lazy.ts';
import { startEmbeddedPostgres } from '../../../src/platform/embedded-postgres/start.ts';
import { buildProgram, program } from '../../../tools/server/program.ts';
import { freePort } from './redis-server.ts';

/** Resolves when the platform is built from the current source. */
export const programBuilt = lazy(buildProgram).load;

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The platform as a process of its own. */
export interface PlatformProcess {
  url: string;
  child: ChildProcess;
  /** The output so far. */
  stdout(): string;
  stderr(): string;
  /** Resolves when it listens; rejects if it ends instead. */
  ready: Promise<void>;
  /** Resolves with its exit code or signal. */
  ended: Promise<number | NodeJS.Signals>;
}

let folder: string | undefined;
/** The folder in which platforms without one of their own store the credentials of a first start. */
function commonDataDir(): string {
  if (folder !== undefined) return folder;
  const made = mkdtempSync(join(tmpdir(), 'mandate-data-'));
  process.once('exit', () => rmSync(made, { recursive: true, force: true }));
  return (folder = made);
}

/** Resolves when the platform listens, or has ended. */
async function untilListening(url: string, hasEnded: () => boolean): Promise<void> {
  while (!hasEnded()) {
    const body = await fetch(`${url}/readyz`).then(
      (response) => response.text(),
      () => undefined,
    );
    if (body !== undefined && !body.includes('The platform is starting.')) return;
    await sleep(50);
  }
}

/** Starts a built platform on a free port with these settings. `killAll` ends it. */
export async function startPlatform(
  env: Record<string, string>,
  args: string[] = [],
  built = program,
): Promise<PlatformProcess> {
  await programBuilt();
  const port = env['PORT'] ?? String(await freePort());
  const child = spawn(process.execPath, [built, ...args], {
    cwd: root,
    env: { ...inherited(), HOST: '127.0.0.1', PORT: port, DATA_DIR: commonDataDir(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.add(child);
  const written = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    written.stdout += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    written.stderr += chunk.toString();
  });
  const url = `http://127.0.0.1:${port}`;
  let outcome: number | NodeJS.Signals | undefined;
  const ended = once(child, 'close').then(() => (outcome = child.exitCode ?? child.signalCode ?? 0));
  const ready = untilListening(url, () => outcome !== undefined).then(() => {
    if (outcome !== undefined) throw new Error(`the platform ended (${outcome}): ${written.stderr}`);
  });
  ready.catch(() => {}); // A test that expects the end does not await it.
  return {
    url,
    child,
    stdout: () => written.stdout,
    stderr: () => written.stderr,
    ready,
    ended,
  };
}

/** The only variables of this process that a platform gets. */
export function inherited(): Record<string, string | undefined> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return { PATH, NODE_COMPILE_CACHE };
}

const started = new Set<ChildProcess>();

/** Kills the processes that `startPlatform` started in this file. */
export function killAll(): void {
  for (const child of started) child.kill('SIGKILL');
  started.clear();
}

/** A temporary data folder. `remove` stops the embedded database that a killed process left running. */
export function temporaryDataDir(): { path: string; remove: () => Promise<void> } {
  const path = mkdtempSync(join(tmpdir(), 'mandate-data-'));
  chmodSync(path, 0o711); // PostgreSQL may run as another user.
  return {
    path,
    remove: async () => {
      const postgres = await startEmbeddedPostgres(join(path, 'postgres'));
      await postgres.stop({ evenIfUsed: true });
      rmSync(path, { recursive: true });
    },
  };
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lazy } from '../../src/domain/lazy.ts';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres/start.ts';
import { buildProgram, program } from '../../tools/server/program.ts';
import { freePort } from './redis-server.ts';

/** Resolves when the platform is built from the current source. */
export const programBuilt = lazy(buildProgram).load;

const root = fileURLToPath(new URL('../..', import.meta.url));

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

/** Starts the platform on a free port with these settings. `killAll` ends it. */
export async function startPlatform(env: Record<string, string>, args: string[] = []): Promise<PlatformProcess> {
  await programBuilt();
  const port = env['PORT'] ?? String(await freePort());
  const child = spawn(process.execPath, [program, ...args], {
    cwd: root,
    env: { ...inherited(), HOST: '127.0.0.1', PORT: port, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.add(child);
  const written = { stdout: '', stderr: '' };
  const listening = Promise.withResolvers<void>();
  child.stdout.on('data', (chunk: Buffer) => {
    written.stdout += chunk.toString();
    if (written.stdout.includes('Mandate listens at')) listening.resolve();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    written.stderr += chunk.toString();
  });
  const ended = once(child, 'close').then(() => {
    const outcome = child.exitCode ?? child.signalCode ?? 0;
    listening.reject(new Error(`the platform ended (${outcome}): ${written.stderr}`));
    return outcome;
  });
  listening.promise.catch(() => {}); // A test that expects the end does not await it.
  return {
    url: `http://127.0.0.1:${port}`,
    child,
    stdout: () => written.stdout,
    stderr: () => written.stderr,
    ready: listening.promise,
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

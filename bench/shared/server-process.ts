import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { allCores, serverCore } from './processor.ts';

/** A measured server: one process, alone on its core unless it has all of them. */
export interface ServerProcess {
  pid: number;
  port: number;
  /** Seconds until it was ready. */
  startSeconds: number;
  /** Sends SIGTERM. Resolves with whether it ended within ten seconds. */
  stop(): Promise<boolean>;
}

export interface ServerCommand {
  /** Program and arguments. A shell must end in `exec`, so that the server keeps the process id. */
  command: string[];
  /** The environment of the server: these variables, PORT, and a PATH that starts with the packages of the project. */
  env: Record<string, string>;
  /** The project folder of the commit; by default this one. */
  root?: string;
  /** Whether it runs on all cores: for work that has a core of its own besides the main thread. */
  hasAllCores?: boolean;
}

/** The folder of this project. */
export const projectRoot = fileURLToPath(new URL('../..', import.meta.url));

/** The command of `npm start` in the project folder of a commit; or another program, with its flags and variables. */
export function asShipped(root: string, program = 'dist/server/main.js'): Pick<ServerCommand, 'command' | 'root'> {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } };
  return { command: ['sh', '-c', scripts.start.replace('dist/server/main.js', JSON.stringify(program))], root };
}

/** Ends with this process, also if it is interrupted. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

const startLimitMs = 30_000;
const stopLimitMs = 10_000;

/** Starts the server and waits for `GET /readyz`. Throws with its output if it does not start. */
export async function startServer({
  command,
  env,
  root = projectRoot,
  hasAllCores = false,
}: ServerCommand): Promise<ServerProcess> {
  const port = await freePort();
  const started = performance.now();
  const child = spawn('taskset', ['--cpu-list', hasAllCores ? allCores : serverCore, ...command], {
    cwd: root,
    env: { PATH: pathOf(root), ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child.once('exit', () => running.delete(child)));
  const printed = keepLastLines(child);
  try {
    await untilReady(child, port);
  } catch (error) {
    child.kill('SIGKILL');
    throw new Error(`${command.join(' ')} did not start (${(error as Error).message}):\n${printed()}`, {
      cause: error,
    });
  }
  const startSeconds = (performance.now() - started) / 1000;
  return { pid: child.pid ?? 0, port, startSeconds, stop: () => stop(child) };
}

/** With the Node.js that the commit installed, or else this one. */
const pathOf = (root: string): string =>
  [join(root, 'node_modules/.bin'), dirname(process.execPath), process.env['PATH']].join(':');

async function untilReady(child: ChildProcess, port: number): Promise<void> {
  const deadline = performance.now() + startLimitMs;
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}`);
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer?.ok) return;
    await sleep(25);
  }
  throw new Error('it was not ready in time');
}

async function stop(child: ChildProcess): Promise<boolean> {
  if (child.exitCode !== null || child.signalCode !== null) return false;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), stopLimitMs);
  await ended;
  clearTimeout(timer);
  return child.signalCode !== 'SIGKILL';
}

function keepLastLines(child: ChildProcess): () => string {
  let text = '';
  const keep = (chunk: Buffer) => {
    text = (text + chunk.toString()).slice(-4000);
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  return () => text;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

import { setTimeout as sleep } from 'node:timers/promises';
import { type PlatformProcess, startPlatform } from '../support/servers/platform-process.ts';
import { add, countLines, firstLine } from './judge/logged.ts';
import { ownsPort } from './sockets.ts';

/** A platform process that is restarted whenever it ends, as by a supervisor. */
export interface Supervised {
  url: string;
  isReady(): boolean;
  /** Whether it owns the connection with this port. */
  owns(port: number): boolean;
  /** Sends SIGKILL. Resolves with the milliseconds until it responded again. */
  kill(): Promise<number>;
  /** Sends SIGTERM. Resolves when another process listens. Rejects if it does not end with code 0. */
  restart(): Promise<void>;
  /** Sends SIGSTOP, and SIGCONT after this many milliseconds: it keeps its locks, and does not notice the time. */
  freeze(milliseconds: number): Promise<void>;
  /** The last output of processes that crashed after they were ready. */
  crashes: readonly string[];
  /** The number of times that each message was logged at each level, by all processes so far. */
  logged: ReadonlyMap<string, number>;
  stop(): Promise<void>;
}

/** Milliseconds before another attempt to start: a server that it needs may be unavailable. */
const pause = 200;
/** Milliseconds within which a process must be ready again. */
const restartTimeout = 60_000;

/** Starts it and waits until it listens. */
export async function startSupervised(env: Record<string, string>): Promise<Supervised> {
  const crashes: string[] = [];
  const logged = new Map<string, number>();
  const stopping = new AbortController();
  const { signal } = stopping;
  let killed: PlatformProcess | undefined;
  let current: PlatformProcess | undefined;
  let lastOutput = '';
  /** The process that listens. */
  const listening = new Set<PlatformProcess>();

  const runOnce = async (): Promise<void> => {
    const started = await startPlatform(env);
    current = started;
    if (signal.aborted) started.child.kill('SIGKILL');
    const wasReady = await started.ready.then(
      () => true,
      () => false,
    );
    if (wasReady && killed !== started) listening.add(started);
    await started.ended;
    listening.clear();
    lastOutput = lastLines(started);
    countLines(logged, started.stdout());
    if (!wasReady && started.stderr()) add(logged, `did not start: ${firstLine(started.stderr())}`);
    if (wasReady && killed !== started && !signal.aborted) crashes.push(lastOutput);
  };
  const running = (async () => {
    while (!signal.aborted) {
      await runOnce();
      if (!signal.aborted) await sleep(pause);
    }
  })();
  const untilReady = async (): Promise<void> => {
    for (const start = performance.now(); !listening.size; await sleep(10)) {
      if (performance.now() - start > restartTimeout)
        throw new Error(`a platform process does not start again: ${current ? lastLines(current) : ''} ${lastOutput}`);
    }
  };
  await untilReady();
  return {
    url: `http://127.0.0.1:${env['PORT']}`,
    isReady: () => listening.size > 0,
    owns: (port) => current?.child.pid !== undefined && ownsPort(current.child.pid, port),
    async kill() {
      const start = performance.now();
      killed = current;
      listening.clear();
      killed?.child.kill('SIGKILL');
      await untilReady();
      return performance.now() - start;
    },
    async restart() {
      const stopped = current;
      if (!stopped) throw new Error('there is no process to restart');
      killed = stopped;
      listening.clear();
      stopped.child.kill('SIGTERM');
      const outcome = await stopped.ended;
      if (outcome !== 0) throw new Error(`a process ended with ${outcome} after SIGTERM: ${lastLines(stopped)}`);
      await untilReady();
    },
    async freeze(milliseconds) {
      const frozen = current?.child;
      frozen?.kill('SIGSTOP');
      await sleep(milliseconds);
      frozen?.kill('SIGCONT');
    },
    crashes,
    logged,
    async stop() {
      stopping.abort();
      current?.child.kill('SIGKILL');
      await running;
    },
  };
}

const lastLines = (ended: PlatformProcess): string =>
  `${ended.stderr().slice(-2000)} ${ended.stdout().slice(-500)}`.trim();

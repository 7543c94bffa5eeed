import { setTimeout as sleep } from 'node:timers/promises';
import { type PlatformProcess, startPlatform } from '../support/platform-process.ts';
import { add, countLines, firstLine } from './logged.ts';
import { ownsPort } from './sockets.ts';

/** A platform process that is started again whenever it ends, as an operator's supervisor does it. */
export interface Supervised {
  url: string;
  isReady(): boolean;
  /** Whether a connection from this port is its own. */
  owns(port: number): boolean;
  /** SIGKILL; resolves with the milliseconds until it answered again. */
  kill(): Promise<number>;
  /** SIGSTOP, and SIGCONT after so many milliseconds: it holds what it holds, and does not know that time has passed. */
  freeze(milliseconds: number): Promise<void>;
  /** Processes that ended although nobody killed them, after they had been ready: what they wrote last. */
  crashes: readonly string[];
  /** Lines of the log, of all processes so far: how often each message was written at each level. */
  logged: ReadonlyMap<string, number>;
  stop(): Promise<void>;
}

/** Milliseconds before another attempt to start: what it needs may be away. */
const pause = 200;
/** Milliseconds in which a process has to be back. */
const patience = 60_000;

/** Starts it and waits until it listens. */
export async function startSupervised(env: Record<string, string>): Promise<Supervised> {
  const crashes: string[] = [];
  const logged = new Map<string, number>();
  const stopping = new AbortController();
  const { signal } = stopping;
  let killed: PlatformProcess | undefined;
  let current: PlatformProcess | undefined;
  let lastWords = '';
  /** The one that listens. */
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
    lastWords = lastLines(started);
    countLines(logged, started.stdout());
    if (!wasReady && started.stderr()) add(logged, `did not start: ${firstLine(started.stderr())}`);
    if (wasReady && killed !== started && !signal.aborted) crashes.push(lastWords);
  };
  const running = (async () => {
    while (!signal.aborted) {
      await runOnce();
      if (!signal.aborted) await sleep(pause);
    }
  })();
  const untilReady = async (): Promise<void> => {
    for (const start = performance.now(); !listening.size; await sleep(10)) {
      if (performance.now() - start > patience)
        throw new Error(`a platform process does not come back: ${current ? lastLines(current) : ''} ${lastWords}`);
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

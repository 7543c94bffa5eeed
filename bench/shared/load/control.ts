import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Order, Report, Run } from './generator.ts';
import type { RequestSet } from './requests.ts';
import type { LoadResult } from './run.ts';

/** The client of the load generator process. */
export interface LoadGenerator {
  /** Stores requests in the generator under a name. */
  keep(name: string, set: RequestSet): Promise<void>;
  /** Sends the first `limit` requests of a set repeatedly. */
  run(load: Run): Promise<LoadResult>;
  stop(): void;
}

/** Starts the generator, which ends with this process. */
export function startGenerator(): LoadGenerator {
  const child = fork(fileURLToPath(new URL('generator.ts', import.meta.url)), { serialization: 'advanced' });
  const ended = new AbortController();
  child.once('exit', () => ended.abort(new Error('The load generator ended.')));
  return {
    keep: async (keep, set) => {
      await send(child, { keep, set }, ended.signal);
    },
    run: async (run) => {
      const report = await send(child, { run }, ended.signal);
      if ('result' in report) return report.result;
      throw new Error('failed' in report ? report.failed : 'Unexpected response of the generator.');
    },
    stop: () => void child.kill(),
  };
}

async function send(child: ChildProcess, order: Order, signal: AbortSignal): Promise<Report> {
  const answer = once(child, 'message', { signal }) as Promise<[Report]>;
  child.send(order);
  return (await answer)[0];
}

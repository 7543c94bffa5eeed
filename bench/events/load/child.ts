import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A process of the load side. */
export interface Child<Order, Report> {
  /** Resolves with its answer; one order at a time. Rejects with what it says when it fails, and when it does not answer in a minute. */
  tell(order: Order): Promise<Exclude<Report, { failed: string }>>;
  stop(): void;
}

const limit = 60_000;

/** Starts the file of this folder in a process of its own, which ends by itself when this one does. */
export function startChild<Order extends object, Report extends object>(file: string): Child<Order, Report> {
  const child: ChildProcess = fork(fileURLToPath(new URL(file, import.meta.url)));
  const ended = new AbortController();
  child.once('exit', () => ended.abort(new Error(`${file} ended.`)));
  return {
    async tell(order) {
      const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(limit)]);
      const answer = once(child, 'message', { signal }) as Promise<[Report]>;
      child.send(order);
      const [report] = await answer;
      if ('failed' in report) throw new Error(String(report.failed));
      return report as Exclude<Report, { failed: string }>;
    },
    stop: () => void child.kill(),
  };
}

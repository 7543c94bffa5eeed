import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A process of the load generator. */
interface Child<Order, Report> {
  /**
   * Sends one order at a time and resolves with the response. Rejects with its error, and without a response after a
   * minute.
   */
  send(order: Order): Promise<Exclude<Report, { failed: string }>>;
  stop(): void;
}

const limit = 60_000;

/** Starts the file of this folder as a process, which ends with this one. */
export function startChild<Order extends object, Report extends object>(file: string): Child<Order, Report> {
  const child: ChildProcess = fork(fileURLToPath(new URL(file, import.meta.url)));
  const ended = new AbortController();
  child.once('exit', () => ended.abort(new Error(`${file} ended.`)));
  return {
    async send(order) {
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

import { unpackRequests, type RequestSet } from './requests.ts';
import { type Load, type LoadResult, runLoad } from './run.ts';

// The generator: a separate process, so that its work is not the server's, and used for the whole run, so that it is
// warm for every server.

/** A load of the requests that were stored under a name; `limit` is how many of them. */
export type Run = Omit<Load, 'requests'> & { set: string; limit: number };
/** The orders: store a set of requests under a name, or send one of them. */
export type Order = { keep: string; set: RequestSet } | { run: Run };
export type Report = { kept: string } | { result: LoadResult } | { failed: string };

const sets = new Map<string, Buffer[]>();

process.on('message', (order: Order) => {
  obey(order).then(report, (error: unknown) => report({ failed: String(error) }));
});

async function obey(order: Order): Promise<Report> {
  if ('keep' in order) {
    sets.set(order.keep, unpackRequests(order.set));
    return { kept: order.keep };
  }
  const { set, limit, ...load } = order.run;
  return { result: await runLoad({ ...load, requests: (sets.get(set) ?? []).slice(0, limit) }) };
}

function report(message: Report): void {
  process.send?.(message);
}

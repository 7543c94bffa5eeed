import type { Supervised } from '../supervised.ts';

/** Records times without any ready process: the platform is then unavailable. */
interface OutageWatch extends Disposable {
  /** Milliseconds of the longest one so far. */
  longest(): number;
}

/** Milliseconds between two checks. */
const pause = 20;

export function watchOutages(processes: readonly Pick<Supervised, 'isReady'>[]): OutageWatch {
  let since: number | undefined;
  let longest = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    if (processes.some((process) => process.isReady())) since = undefined;
    else longest = Math.max(longest, now - (since ??= now));
  }, pause);
  return { longest: () => longest, [Symbol.dispose]: () => clearInterval(timer) };
}

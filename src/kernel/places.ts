import { Failure } from '../domain/failure.ts';

/** Work that holds a connection for long: how much of it may run at a time, and how much may wait. */
const atOnce = 3;
const mostWaiting = 100;
/** Milliseconds that it waits for a place. */
const usualPatience = 2000;

/** Does the work when there is a place for it. Throws SERVICE_UNAVAILABLE when there is none for too long. */
export type InPlace = <Result>(work: () => Promise<Result>, patience?: number) => Promise<Result>;

/**
 * Places for work of one kind, first come, first served: the pool always has connections left for everything else. Work is refused after
 * waiting for `patience` milliseconds, two seconds by default; `Infinity` waits without limit. Refused work is released, with its request.
 */
export function createPlaces(kind: string): InPlace {
  const waiting = new Set<() => void>();
  let free = atOnce;
  const turn = (patience: number) =>
    new Promise<void>((resolve, reject) => {
      if (patience !== Infinity && waiting.size >= mostWaiting) return reject(tooMany(kind));
      const refuse = () => {
        waiting.delete(enter);
        reject(tooMany(kind));
      };
      const timer = patience === Infinity ? undefined : setTimeout(refuse, patience);
      const enter = () => {
        waiting.delete(enter);
        clearTimeout(timer);
        resolve();
      };
      waiting.add(enter);
    });
  return async (work, patience = usualPatience) => {
    if (free > 0) free -= 1;
    else await turn(patience);
    try {
      return await work();
    } finally {
      const [next] = waiting;
      if (next) next();
      else free += 1;
    }
  };
}

const tooMany = (kind: string): Failure =>
  new Failure('SERVICE_UNAVAILABLE', `Too many ${kind} are in progress. Try again in a moment.`);

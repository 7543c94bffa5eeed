import { Failure } from '../domain/failure.ts';
import { createLanes } from '../platform/lanes.ts';

/** Work that holds a connection for long: how much of it may run at a time, and how much may wait. */
const atOnce = 3;
const mostWaiting = 100;
/** Milliseconds that it waits for a place. */
const usualPatience = 2000;

/** Does the work when there is a place for it. Throws SERVICE_UNAVAILABLE when there is none for too long. */
export type InPlace = <Result>(work: () => Promise<Result>, patience?: number) => Promise<Result>;

/**
 * Places for work of one kind, first come, first served: the pool always has connections left for everything else. Work is refused after
 * waiting for `patience` milliseconds, two seconds by default; `Infinity` waits without limit.
 */
export function createPlaces(kind: string): InPlace {
  const inTurn = createLanes(atOnce);
  let waiting = 0;
  return (work, patience = usualPatience) => {
    if (patience !== Infinity && waiting >= mostWaiting) return Promise.reject(tooMany(kind));
    waiting += 1;
    return new Promise((resolve, reject) => {
      let isRefused = false;
      const refuse = () => {
        isRefused = true;
        waiting -= 1;
        reject(tooMany(kind));
      };
      const timer = patience === Infinity ? undefined : setTimeout(refuse, patience);
      void inTurn(async () => {
        if (isRefused) return;
        clearTimeout(timer);
        waiting -= 1;
        await work().then(resolve, reject);
      });
    });
  };
}

const tooMany = (kind: string): Failure =>
  new Failure('SERVICE_UNAVAILABLE', `Too many ${kind} are in progress. Try again in a moment.`);

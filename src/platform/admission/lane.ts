import { Failure } from '../../domain/failure.ts';
import type { WorkClass } from './classes.ts';
import { type TokenRequests, tokenWindow } from './token-requests.ts';
import { createTurns } from './turns.ts';

/**
 * Frees the slot while work only waits, so that others have their turn. Then the work waits for its own, without
 * timeout.
 */
export type Rest = <T>(waiting: () => Promise<T>) => Promise<T>;

export type Run = <T>(caller: string, work: (rest: Rest) => Promise<T>, timeout?: number) => Promise<T>;

/** Runs work of one class. */
export function createLane(limits: WorkClass, tokens: TokenRequests): Run {
  const turns = createTurns(limits);
  const { startNext, release } = createSlots(limits, tokens, turns);
  const begin = (caller: string, timeout: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const refuse = () => reject(new Failure('SERVICE_UNAVAILABLE', limits.refusal));
      if (timeout !== Infinity && !turns.hasRoom(caller)) return refuse();
      const leave = turns.begin(caller, () => {
        clearTimeout(timer);
        resolve();
      });
      const expire = () => {
        leave();
        startNext();
        refuse();
      };
      const timer = timeout === Infinity ? undefined : setTimeout(expire, timeout);
      startNext();
    });
  const resume = (caller: string): Promise<void> =>
    new Promise((resolve) => {
      turns.resume(caller, resolve);
      startNext();
    });
  return async (caller, work, timeout = limits.timeout) => {
    await begin(caller, timeout);
    const started = performance.now();
    let hasSlot = true;
    const rest: Rest = async (waiting) => {
      hasSlot = false;
      release();
      const result = await waiting();
      await resume(caller);
      hasSlot = true;
      if (limits.givesWay) await tokens.goFirst();
      return result;
    };
    try {
      if (limits.givesWay) await tokens.goFirst();
      return await work(rest);
    } finally {
      turns.end(caller);
      if (!hasSlot) startNext();
      else if (limits.pauseShare && tokens.areExpected())
        setTimeout(release, (performance.now() - started) * limits.pauseShare);
      else release();
    }
  };
}

/** Gives the slots of a class to what waits. */
function createSlots({ slots, besideTokens }: WorkClass, tokens: TokenRequests, turns: ReturnType<typeof createTurns>) {
  let taken = 0;
  let looking: NodeJS.Timeout | undefined;
  const isFree = (): boolean => taken < (tokens.areExpected() ? besideTokens : slots);
  const startNext = (): void => {
    for (let next = isFree() && turns.next(); next; next = isFree() && turns.next()) {
      taken += 1;
      next();
    }
    clearTimeout(looking);
    // Slots become free, too, when tokens are no longer requested.
    looking = besideTokens < slots && turns.isWaiting() ? setTimeout(startNext, tokenWindow) : undefined;
  };
  return {
    startNext,
    release(): void {
      taken -= 1;
      startNext();
    },
  };
}

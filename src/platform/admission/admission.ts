import { Failure } from '../../domain/failure.ts';
import { classes, type WorkClass, type WorkKind } from './classes.ts';
import { hadTokenRequests } from './token-requests.ts';
import { createTurns } from './turns.ts';

/**
 * Frees the slot while work only waits, so that others have their turn. Then the work waits for its own, without
 * timeout.
 */
export type Rest = <T>(waiting: () => Promise<T>) => Promise<T>;

type Run = <T>(caller: string, work: (rest: Rest) => Promise<T>, timeout?: number) => Promise<T>;

/** Decides what runs when: one for the platform, so that no request holds up the others. */
export interface Admission {
  /**
   * Runs work of a class as soon as it has a slot, and settles as the work does. Callers have their turns one after the
   * other: `caller` is the id of a user or application, or the network of an unknown one. What has not begun within the
   * timeout is refused with SERVICE_UNAVAILABLE, and released at once; `Infinity` waits without limit.
   */
  run<T>(kind: WorkKind, caller: string, work: (rest: Rest) => Promise<T>, timeout?: number): Promise<T>;
}

/** Milliseconds after a token request in which another one is expected. */
const tokenWindow = 100;
const hadTokenRequestsLately = (): boolean => hadTokenRequests(tokenWindow);

export function createAdmission(areTokensRequested = hadTokenRequestsLately): Admission {
  const lanes = new Map(
    Object.entries(classes).map(([kind, limits]) => [kind, createLane(limits, areTokensRequested)]),
  );
  return { run: (kind, ...call) => (lanes.get(kind) as Run)(...call) };
}

/** Runs work of one class. */
function createLane(limits: WorkClass, areTokensRequested: () => boolean): Run {
  const turns = createTurns(limits);
  const { startNext, release } = createSlots(limits, areTokensRequested, turns);
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
    let hasSlot = true;
    const rest: Rest = async (waiting) => {
      hasSlot = false;
      release();
      const result = await waiting();
      await resume(caller);
      hasSlot = true;
      return result;
    };
    try {
      return await work(rest);
    } finally {
      turns.end(caller);
      if (hasSlot) release();
      else startNext();
    }
  };
}

/** Gives the slots of a class to what waits. */
function createSlots(
  { slots, besideTokens }: WorkClass,
  areTokensRequested: () => boolean,
  turns: ReturnType<typeof createTurns>,
) {
  let taken = 0;
  let looking: NodeJS.Timeout | undefined;
  const isFree = (): boolean => taken < (areTokensRequested() ? besideTokens : slots);
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

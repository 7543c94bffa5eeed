/** Milliseconds after a token request in which another one is expected. */
export const tokenWindow = 100;

/** The state of token requests. */
export interface TokenRequests {
  /** Whether some are in progress, or were within the window. */
  areExpected(): boolean;
  /** Lets those in progress go first. */
  goFirst(): Promise<void>;
}

/** Milliseconds that other work waits at most, each time it yields. */
const longestWait = 5;
/**
 * Callers that then continue per turn: turns are long when many token requests are in progress, and the queue must not
 * grow.
 */
const overduePerTurn = 4;

interface Waiting {
  proceed: () => void;
  /** When it continues in any case. */
  deadline: number;
}

const waiting: Waiting[] = [];
let tokenRequests = 0;
/** When the last one ended, in milliseconds of `performance.now`. */
let lastTokenRequest = -Infinity;
let isScheduled = false;
let timer: NodeJS.Timeout | undefined;

/**
 * Counts a token request as in progress, from when its body was received until `endTokenRequest`, which must follow.
 */
export function beginTokenRequest(): void {
  tokenRequests += 1;
}

export function endTokenRequest(): void {
  tokenRequests -= 1;
  lastTokenRequest = performance.now();
  if (tokenRequests === 0) schedule();
}

/**
 * Gives token requests priority on the event loop: callers continue when none is in progress, one per turn of the loop,
 * or after 5 ms. Work that calls this between its steps delays a token request by one step only. For bench:isolation,
 * p99 of exchanges beside any load at most 2 times alone, or what its table allows the load.
 */
export function yieldToTokenRequests(): Promise<void> {
  return new Promise((proceed) => {
    waiting.push({ proceed, deadline: performance.now() + longestWait });
    if (tokenRequests === 0) schedule();
    else setTimer(longestWait);
  });
}

export const knownTokenRequests: TokenRequests = {
  areExpected: () => tokenRequests > 0 || performance.now() - lastTokenRequest < tokenWindow,
  goFirst: yieldToTokenRequests,
};

/** Milliseconds that work with many short steps occupies a turn of the event loop. */
const longestTurn = 2;
/** When that work began in this turn, in milliseconds of `performance.now`. */
let turnBegan: number | undefined;

/**
 * For work with many short steps, called before each: undefined while such work has occupied this turn of the event
 * loop for less than two milliseconds, otherwise a promise to wait for, as of `yieldToTokenRequests`. For
 * bench:isolation, p99 of exchanges beside imports and subscriptions at most 2 times alone, or 15 ms.
 */
export function giveWay(): Promise<void> | undefined {
  const now = performance.now();
  if (turnBegan === undefined) {
    turnBegan = now;
    setImmediate(endTurn);
  }
  return now - turnBegan < longestTurn ? undefined : yieldToTokenRequests().then(endTurn);
}

const endTurn = (): void => {
  turnBegan = undefined;
};

function schedule(): void {
  if (isScheduled || waiting.length === 0) return;
  isScheduled = true;
  setImmediate(onTurn);
}

function setTimer(milliseconds: number): void {
  timer ??= setTimeout(() => {
    timer = undefined;
    schedule();
  }, milliseconds);
}

function onTurn(): void {
  isScheduled = false;
  const now = performance.now();
  const overdue = waiting.slice(0, overduePerTurn).filter(({ deadline }) => deadline <= now).length;
  for (const { proceed } of waiting.splice(0, tokenRequests === 0 ? 1 : overdue)) proceed();
  const [next] = waiting;
  if (next && tokenRequests > 0 && next.deadline > now) setTimer(next.deadline - now);
  else schedule();
}

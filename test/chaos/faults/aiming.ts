import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from '../load/chance.ts';
import { type FanOut, blockFanOut } from './fan-out-hold.ts';
import type { ChaosReceiver } from '../receivers.ts';
import type { Requests } from '../load/requests.ts';
import type { Supervised } from '../supervised.ts';

/** Work in progress in processes. */
export interface InProgress {
  /** Requests to receivers without a response. */
  deliveries: number;
  /** Mutations without a response. */
  mutations: number;
  /** Fan-outs that are blocked. */
  fanOuts: number;
}

/** A moment at which a fault can do harm. The work in progress is blocked until disposed of. */
export interface Moment extends AsyncDisposable {
  isFanningOut: boolean;
}

/** Waits for such a moment of one of these processes. */
export type Aim = (at: readonly Supervised[]) => Promise<Moment>;

export interface Aims {
  inProgress(at: readonly Supervised[], moment: Moment): InProgress;
  /** While a receiver has a request of theirs without a response. */
  delivering: Aim;
  /** In the middle of a fan-out. */
  fanningOut: Aim;
  /** Right after a mutation was acknowledged. */
  acknowledging: Aim;
  /** At any moment. */
  blindly: Aim;
}

export interface Surroundings extends FanOut {
  receivers: readonly ChaosReceiver[];
  requests: Requests;
}

/** Milliseconds to wait for such a moment: another fault may prevent it. */
const aimTimeout = 3000;
/** Milliseconds after a response in which its events get positions and are fanned out. */
const aftermath = 12;

const blindly: Aim = async () => ({ isFanningOut: false, async [Symbol.asyncDispose]() {} });

const ownedBy =
  (at: readonly Supervised[]) =>
  (port: number): boolean =>
    at.some((process) => process.owns(port));

export function createAims({ receivers, requests, ...fanOut }: Surroundings, chance: Chance): Aims {
  return {
    inProgress(at, { isFanningOut }) {
      return {
        deliveries: receivers.flatMap((receiver) => receiver.unanswered()).filter(ownedBy(at)).length,
        mutations: at.reduce((sum, { url }) => sum + requests.unanswered(url), 0),
        fanOuts: isFanningOut ? 1 : 0,
      };
    },
    async delivering(at) {
      const withheld = new AsyncDisposableStack();
      const begun = receivers.map((receiver) => withheld.use(receiver.withhold(ownedBy(at))).begun);
      await soon(Promise.race(begun));
      return { isFanningOut: false, [Symbol.asyncDispose]: () => withheld.disposeAsync() };
    },
    async fanningOut(at) {
      const held = blockFanOut(fanOut, ownedBy(at), AbortSignal.timeout(aimTimeout));
      return held.then(
        (hold) => ({ isFanningOut: true, [Symbol.asyncDispose]: () => hold[Symbol.asyncDispose]() }),
        () => blindly(at),
      );
    },
    async acknowledging(at) {
      await soon(Promise.race(at.map(({ url }) => requests.acknowledged(url))));
      await sleep(chance.below(aftermath));
      return blindly(at);
    },
    blindly,
  };
}

/** Resolves with the promise, or after the timeout. */
async function soon(moment: Promise<void>): Promise<void> {
  const ending = new AbortController();
  await Promise.race([moment, sleep(aimTimeout, undefined, { signal: ending.signal }).catch(() => {})]);
  ending.abort();
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from './chance.ts';
import { type FanOut, holdUpFanOut } from './fan-out-hold.ts';
import type { ChaosReceiver } from './receivers.ts';
import type { Requests } from './requests.ts';
import type { Supervised } from './supervised.ts';

/** What processes have begun, and not ended. */
export interface UnderWay {
  /** Requests that receivers have not answered. */
  deliveries: number;
  /** Mutations that they have not answered. */
  mutations: number;
  /** Fan-outs that are held up in the middle. */
  fanOuts: number;
}

/** A moment at which a blow can do harm: what is under way stays so until it is disposed of. */
export interface Moment extends AsyncDisposable {
  isFanningOut: boolean;
}

/** Waits for such a moment of one of these processes. */
export type Aim = (at: readonly Supervised[]) => Promise<Moment>;

export interface Aims {
  underWay(at: readonly Supervised[], moment: Moment): UnderWay;
  /** When a receiver has a request of theirs, and does not answer it. */
  delivering: Aim;
  /** In the middle of fanning events out. */
  fanningOut: Aim;
  /** Right after a mutation was acknowledged. */
  acknowledging: Aim;
  /** Whenever it is. */
  blindly: Aim;
}

export interface Surroundings extends FanOut {
  receivers: readonly ChaosReceiver[];
  requests: Requests;
}

/** Milliseconds that such a moment is waited for: something else may be broken, and keep it from coming. */
const patience = 3000;
/** Milliseconds after an answer in which its events get their places and are fanned out. */
const aftermath = 12;

const blindly: Aim = async () => ({ isFanningOut: false, async [Symbol.asyncDispose]() {} });

const ownedBy =
  (at: readonly Supervised[]) =>
  (port: number): boolean =>
    at.some((process) => process.owns(port));

export function createAims({ receivers, requests, ...fanOut }: Surroundings, chance: Chance): Aims {
  return {
    underWay(at, { isFanningOut }) {
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
      const held = holdUpFanOut(fanOut, ownedBy(at), AbortSignal.timeout(patience));
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

/** Resolves when this does, but in time. */
async function soon(moment: Promise<void>): Promise<void> {
  const ending = new AbortController();
  await Promise.race([moment, sleep(patience, undefined, { signal: ending.signal }).catch(() => {})]);
  ending.abort();
}

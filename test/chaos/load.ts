import { setTimeout as sleep } from 'node:timers/promises';
import type { Told } from './cells.ts';
import type { Chance } from './chance.ts';
import type { Client } from './client.ts';
import { type Commons, createWorker, step } from './worker.ts';

export interface Load {
  /** What the answers promise: events that must be in the log, those about one fact in this order. */
  promised: readonly Told[];
  /** Ends when the mutations under way are answered. Resolves with what kept workers from going on. */
  stop(): Promise<string[]>;
}

const workers = 4;
/** Milliseconds from the answer to a worker until it goes on, on average. */
export const pause = 40;

/** Workers, each of which changes users, roles and organizations of its own, one mutation after the other. */
export function startLoad(client: Client, commons: Commons, chance: Chance): Load {
  const promised: Told[] = [];
  const ending = new AbortController();
  const work = async (name: string): Promise<void> => {
    const worker = createWorker(name, { client, commons, chance, tell: (told) => void promised.push(told) });
    while (!ending.signal.aborted) {
      await step(worker);
      await sleep(chance.number() * 2 * pause);
    }
  };
  const working = Promise.allSettled(Array.from({ length: workers }, (_, index) => work(`w${index}`)));
  return {
    promised,
    async stop() {
      ending.abort();
      return (await working).flatMap((end) => (end.status === 'rejected' ? [`a client gave up: ${end.reason}`] : []));
    },
  };
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { StateEvent } from '../judge/cells.ts';
import type { Chance } from './chance.ts';
import type { Client } from './client.ts';
import { type Commons, createWorker, step } from './worker.ts';

export interface Load {
  /** The events that responses imply: they must be in the log, and those about one fact in this order. */
  promised: readonly StateEvent[];
  /** Resolves after the mutations in progress, with the errors that stopped workers. */
  stop(): Promise<string[]>;
}

const workers = 4;
/** Average milliseconds between the response to a worker and its next mutation. */
export const pause = 40;

/** Workers that each change their own users, roles and organizations, one mutation at a time. */
export function startLoad(client: Client, commons: Commons, chance: Chance): Load {
  const promised: StateEvent[] = [];
  const ending = new AbortController();
  const work = async (name: string): Promise<void> => {
    const worker = createWorker(name, { client, commons, chance, record: (event) => void promised.push(event) });
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
      return (await working).flatMap((end) => (end.status === 'rejected' ? [`a client stopped: ${end.reason}`] : []));
    },
  };
}

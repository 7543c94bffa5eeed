import { setTimeout as sleep } from 'node:timers/promises';
import type { Aim, Aims } from './aiming.ts';
import type { Kind } from './breaking.ts';
import type { Chance } from '../load/chance.ts';
import { type ChaosReceiver, type Mood, moods } from '../receivers.ts';
import type { Stage } from '../stage.ts';
import type { Supervised } from '../supervised.ts';

/** A target of one kind of fault. */
export interface Target {
  kind: Kind;
  /** The object of the fault; it has one fault at a time. */
  place: object;
  /** The processes that are affected, and the moment to wait for. */
  aimed?: { at: readonly Supervised[]; aim: Aim };
  /** Resolves when it responds again. */
  hit(): Promise<unknown>;
}

/** Longer than the lease of a webhook (store/webhooks/leases.ts), so that another process takes over. */
const forLong = 12_000;

interface Manner {
  pace: number;
  chance: Chance;
}

const aWhile = ({ pace, chance }: Manner): number => pace * (0.5 + 2 * chance.number());

export function serversOf(stage: Stage, aims: Aims, manner: Manner): Target[] {
  const { redis, processes } = stage;
  const { delivering, fanningOut, acknowledging, blindly } = aims;
  const killing = inTurn([delivering, fanningOut, acknowledging, delivering, fanningOut]);
  const crashing = inTurn([fanningOut, acknowledging, fanningOut, blindly]);
  const withoutRedis = async (): Promise<void> => {
    await redis.stop();
    await sleep(aWhile(manner));
    await redis.start();
  };
  return [
    ...processes.flatMap((place): Target[] => {
      const at = [place];
      return [
        { kind: 'killed', place, aimed: { at, aim: killing }, hit: () => place.kill() },
        { kind: 'frozen', place, aimed: { at, aim: blindly }, hit: () => place.freeze(aWhile(manner)) },
        { kind: 'frozenForLong', place, aimed: { at, aim: withDeliveries(aims) }, hit: () => place.freeze(forLong) },
      ];
    }),
    { kind: 'postgres', place: stage, aimed: { at: processes, aim: crashing }, hit: () => stage.crashPostgres() },
    { kind: 'redis', place: redis, hit: withoutRedis },
  ];
}

export function receiversOf(receivers: readonly ChaosReceiver[], manner: Manner): Target[] {
  const inMood = async (receiver: ChaosReceiver, mood: Mood): Promise<void> => {
    receiver.behave(mood);
    await sleep(aWhile(manner));
    receiver.behave(undefined);
  };
  return receivers.flatMap((receiver) =>
    moods.map((mood): Target => ({ kind: mood, place: receiver, hit: () => inMood(receiver, mood) })),
  );
}

/** Waits longer until a process is sending deliveries: it may be starting. */
function withDeliveries({ delivering, inProgress }: Aims): Aim {
  return async (at) => {
    for (let left = 3; ; left--) {
      const moment = await delivering(at);
      if (!left || inProgress(at, moment).deliveries) return moment;
      await moment[Symbol.asyncDispose]();
    }
  };
}

/** Uses the aims in turn. */
function inTurn(ways: readonly Aim[]): Aim {
  let turn = 0;
  return (at) => (ways[turn++ % ways.length] as Aim)(at);
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from './chance.ts';
import { type ChaosReceiver, type Mood, moods } from './receivers.ts';
import type { Stage } from './stage.ts';

/** What a round breaks. */
export type Kind = 'killed' | 'frozen' | 'postgres' | 'redis' | Mood;

/** A round that is over. */
export interface Round {
  kind: Kind;
  /** Milliseconds from the blow until what was broken answered again. */
  took: number;
}

/** Something that can be broken, when it is not broken already. */
interface Target {
  kind: Kind;
  /** How often it is chosen, compared with the others. */
  weight: number;
  /** Resolves when it answers again. */
  hit(): Promise<unknown>;
  /** What is hit at one place at a time. */
  place: object;
}

/** Breaks something at random every `pace` milliseconds, whether or not the last one is over; resolves when everything is whole again, rejects when something cannot be repaired. */
export async function breakThings(
  stage: Stage,
  receivers: readonly ChaosReceiver[],
  { rounds, pace }: { rounds: number; pace: number },
  chance: Chance,
): Promise<Round[]> {
  const targets = targetsOf(stage, receivers, pace, chance);
  const broken = new Set<object>();
  const over: Round[] = [];
  const running: Promise<void>[] = [];
  const failures: unknown[] = [];
  const strike = async (target: Target): Promise<void> => {
    const started = performance.now();
    broken.add(target.place);
    try {
      await target.hit();
      over.push({ kind: target.kind, took: performance.now() - started });
    } catch (error) {
      failures.push(error);
    } finally {
      broken.delete(target.place);
    }
  };
  while (running.length < rounds && !failures.length) {
    await sleep(pace);
    const whole = targets.filter(({ place }) => !broken.has(place));
    if (whole.length) running.push(strike(pickByWeight(whole, chance)));
  }
  await Promise.all(running);
  if (failures.length) throw failures[0];
  return over;
}

function targetsOf(stage: Stage, receivers: readonly ChaosReceiver[], pace: number, chance: Chance): Target[] {
  const { redis } = stage;
  const aWhile = (): number => pace * (0.5 + 2 * chance.number());
  /** Now and then longer than what a process takes stays its own (delivery/webhooks/lease.ts). */
  const perhapsLong = (): number => pace * (0.5 + 8 * chance.number() ** 2);
  const processes = stage.processes.flatMap((process): Target[] => [
    { kind: 'killed', weight: 4, place: process, hit: () => process.kill() },
    { kind: 'frozen', weight: 1, place: process, hit: () => process.freeze(perhapsLong()) },
  ]);
  const moody = receivers.flatMap((receiver) =>
    moods.map(
      (mood): Target => ({
        kind: mood,
        weight: 6 / (receivers.length * moods.length),
        place: receiver,
        async hit() {
          receiver.behave(mood);
          await sleep(aWhile());
          receiver.behave(undefined);
        },
      }),
    ),
  );
  const withoutRedis = async (): Promise<void> => {
    await redis.stop();
    await sleep(aWhile());
    await redis.start();
  };
  return [
    ...processes,
    { kind: 'postgres', weight: 3, place: stage, hit: () => stage.crashPostgres() },
    { kind: 'redis', weight: 3, place: redis, hit: withoutRedis },
    ...moody,
  ];
}

function pickByWeight(targets: readonly Target[], chance: Chance): Target {
  let left = chance.number() * targets.reduce((sum, { weight }) => sum + weight, 0);
  return targets.find(({ weight }) => (left -= weight) < 0) ?? (targets.at(-1) as Target);
}

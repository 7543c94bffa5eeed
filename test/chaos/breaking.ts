import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from './chance.ts';
import { type ChaosReceiver, type Mood, moods } from './receivers.ts';
import type { Stage } from './stage.ts';

/** What a round breaks. */
export type Kind = 'killed' | 'frozen' | 'postgres' | 'redis' | Mood;

/** What twenty rounds break, in an order that chance chooses. */
const twenty: readonly Kind[] = [
  ...times(5, 'killed'),
  ...times(2, 'frozen'),
  ...times(4, 'postgres'),
  ...times(3, 'redis'),
  ...moods,
];

const ofProcesses: ReadonlySet<Kind> = new Set<Kind>(['killed', 'frozen']);

function times(count: number, kind: Kind): Kind[] {
  return Array.from({ length: count }, () => kind);
}

/** A round that is over. */
export interface Round {
  kind: Kind;
  /** Milliseconds from the blow until what was broken answered again. */
  took: number;
}

/** Something that can be broken in one way, when it is not broken already. */
interface Target {
  kind: Kind;
  /** Where it is hit: one blow at a time. */
  place: object;
  /** Resolves when it answers again. */
  hit(): Promise<unknown>;
}

/**
 * Breaks something every `pace` milliseconds, whether or not the last one is over; resolves when everything is whole again, rejects when
 * something cannot be repaired.
 */
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
  const strike = async ({ kind, place, hit }: Target): Promise<void> => {
    const started = performance.now();
    broken.add(place);
    try {
      await hit();
      over.push({ kind, took: performance.now() - started });
    } catch (error) {
      failures.push(error);
    } finally {
      broken.delete(place);
    }
  };
  let deck: Kind[] = [];
  while (running.length < rounds && !failures.length) {
    await sleep(pace);
    if (!deck.length) deck = shuffled(twenty, chance);
    // Both processes at once, but not too often: while nobody is there, nothing can go wrong.
    const spared = stage.processes.some((process) => broken.has(process)) && chance.number() < 0.8;
    const whole = targets.filter(({ kind, place }) => !broken.has(place) && !(spared && ofProcesses.has(kind)));
    // What is broken everywhere already has its turn later.
    const next = deck.findIndex((kind) => whole.some((target) => target.kind === kind));
    const [kind] = next < 0 ? [] : deck.splice(next, 1);
    if (kind) running.push(strike(chance.pick(whole.filter((target) => target.kind === kind))));
  }
  await Promise.all(running);
  if (failures.length) throw failures[0];
  return over;
}

function targetsOf(stage: Stage, receivers: readonly ChaosReceiver[], pace: number, chance: Chance): Target[] {
  const { redis } = stage;
  const aWhile = (): number => pace * (0.5 + 2 * chance.number());
  /** Now and then longer than what a process takes stays its own (delivery/webhooks/jobs.ts). */
  const perhapsLong = (): number => pace * (0.5 + 8 * chance.number() ** 2);
  const withoutRedis = async (): Promise<void> => {
    await redis.stop();
    await sleep(aWhile());
    await redis.start();
  };
  const inMood = async (receiver: ChaosReceiver, mood: Mood): Promise<void> => {
    receiver.behave(mood);
    await sleep(aWhile());
    receiver.behave(undefined);
  };
  return [
    ...stage.processes.flatMap((process): Target[] => [
      { kind: 'killed', place: process, hit: () => process.kill() },
      { kind: 'frozen', place: process, hit: () => process.freeze(perhapsLong()) },
    ]),
    { kind: 'postgres', place: stage, hit: () => stage.crashPostgres() },
    { kind: 'redis', place: redis, hit: withoutRedis },
    ...receivers.flatMap((receiver) =>
      moods.map((mood): Target => ({ kind: mood, place: receiver, hit: () => inMood(receiver, mood) })),
    ),
  ];
}

function shuffled<T>(items: readonly T[], chance: Chance): T[] {
  return items
    .map((item) => ({ item, place: chance.number() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item);
}

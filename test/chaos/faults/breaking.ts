import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from '../load/chance.ts';
import { type Aims, createAims, type Surroundings, type InProgress } from './aiming.ts';
import { type Mood, moods } from '../receivers.ts';
import type { Stage } from '../stage.ts';
import { receiversOf, serversOf, type Target } from './targets.ts';

/** The fault of a round. */
export type Kind = 'killed' | 'frozen' | 'frozenForLong' | 'postgres' | 'redis' | Mood;

/** The faults of twenty rounds besides `frozenForLong`, in random order. */
const most: readonly Kind[] = [
  ...times(5, 'killed'),
  ...times(1, 'frozen'),
  ...times(4, 'postgres'),
  ...times(3, 'redis'),
  ...moods,
];

const ofProcesses: ReadonlySet<Kind> = new Set<Kind>(['killed', 'frozen', 'frozenForLong']);

function times(count: number, kind: Kind): Kind[] {
  return Array.from({ length: count }, () => kind);
}

/** A finished round. */
export interface Round {
  kind: Kind;
  /** Milliseconds from the fault until the target responded again. */
  took: number;
  /** The work in progress in the processes. */
  inProgress: InProgress | undefined;
}

/**
 * Causes a fault every `pace` milliseconds, also while the last one lasts. Resolves when everything is repaired;
 * rejects if something cannot be.
 */
export async function breakThings(
  stage: Stage,
  surroundings: Surroundings,
  { rounds, pace }: { rounds: number; pace: number },
  chance: Chance,
): Promise<Round[]> {
  const aims = createAims(surroundings, chance);
  const targets = [
    ...serversOf(stage, aims, { pace, chance }),
    ...receiversOf(surroundings.receivers, { pace, chance }),
  ];
  const broken = new Set<object>();
  const over: Round[] = [];
  const running: Promise<void>[] = [];
  const failures: unknown[] = [];
  const strike = async (target: Target): Promise<void> => {
    const { kind, place } = target;
    broken.add(place);
    try {
      over.push({ kind, ...(await struck(target, aims)) });
    } catch (error) {
      failures.push(error);
    } finally {
      broken.delete(place);
    }
  };
  let deck: Kind[] = [];
  while (running.length < rounds && !failures.length) {
    await sleep(pace);
    if (!deck.length) deck = dealt(chance);
    // Both processes at once, but rarely: while none runs, nothing can go wrong.
    const spared = stage.processes.some((process) => broken.has(process)) && chance.number() < 0.65;
    const whole = targets.filter(({ kind, place }) => !broken.has(place) && !(spared && ofProcesses.has(kind)));
    // A fault that is already in progress everywhere has its turn later.
    const next = deck.findIndex((kind) => whole.some((target) => target.kind === kind));
    const [kind] = next < 0 ? [] : deck.splice(next, 1);
    if (kind) running.push(strike(chance.pick(whole.filter((target) => target.kind === kind))));
  }
  await Promise.all(running);
  if (failures.length) throw failures[0];
  return over;
}

/** Milliseconds until all processes have noticed a fault. */
const notice = 50;

async function struck({ aimed, hit }: Target, aims: Aims): Promise<Omit<Round, 'kind'>> {
  const moment = await aimed?.aim(aimed.at);
  const inProgress = aimed && moment && aims.inProgress(aimed.at, moment);
  const started = performance.now();
  await Promise.all([hit(), sleep(notice).then(() => moment?.[Symbol.asyncDispose]())]);
  return { took: performance.now() - started, inProgress };
}

/** The first fault of a process is a long freeze, so that it ends before the other rounds do. */
function dealt(chance: Chance): Kind[] {
  const deck = shuffled(most, chance);
  const first = deck.findIndex((kind) => ofProcesses.has(kind));
  return deck.toSpliced(first, 0, 'frozenForLong');
}

function shuffled<T>(items: readonly T[], chance: Chance): T[] {
  return items
    .map((item) => ({ item, place: chance.number() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item);
}

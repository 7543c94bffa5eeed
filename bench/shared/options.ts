import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

/** The common options of benchmarks, for `parseArgs`. */
export const commonOptions = {
  help: { type: 'boolean', default: false },
  rounds: { type: 'string' },
  seconds: { type: 'string' },
  quick: { type: 'boolean', default: false },
  json: { type: 'string' },
  gate: { type: 'boolean', default: true },
  profile: { type: 'string' },
} as const;

const { rounds: _rounds, seconds: _seconds, ...others } = commonOptions;
/** The options of benchmarks that compare pairs of slices. */
export const pairedOptions = { ...others, pairs: { type: 'string' } } as const;

/** NODE_OPTIONS of a process that writes a CPU profile into this folder; empty without a folder. */
export const profileOptions = (folder: string | undefined): string =>
  folder === undefined ? '' : `--cpu-prof --cpu-prof-dir=${JSON.stringify(resolve(folder))}`;

/** An integer option; undefined if it was not given. Throws an Error with one sentence if it is invalid. */
export function readNumber(name: string, text: string | undefined, least: number, most: number): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new Error(`--${name} must be a whole number from ${least} to ${most}.`);
}

/** The options of a benchmark that measures for some seconds in each round. */
export const readRounds = (args: string[]) =>
  roundsOf(parseArgs({ args, allowNegative: true, options: commonOptions }).values);

interface OptionValues extends Partial<Record<'rounds' | 'seconds' | 'json' | 'profile', string>> {
  help: boolean;
  gate: boolean;
  quick: boolean;
}

/** The same of options that were parsed with others. */
export function roundsOf(values: OptionValues) {
  return {
    help: values.help,
    gate: values.gate,
    json: values.json,
    profile: values.profile,
    quick: values.quick,
    rounds: readNumber('rounds', values.rounds, 1, 50) ?? (values.quick ? 1 : 5),
    seconds: readNumber('seconds', values.seconds, 1, 60) ?? (values.quick ? 2 : 10),
  };
}

export function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

/** The titles that contain the text of \`--only\`. Throws an Error with one sentence if none does. */
export function titlesWith(text: string, titles: readonly string[]): readonly string[] {
  const chosen = titles.filter((title) => title.includes(text));
  if (chosen.length > 0) return chosen;
  throw new Error(`--only takes a part of a title: ${titles.join('; ')}.`);
}

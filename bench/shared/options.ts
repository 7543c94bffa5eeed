import { resolve } from 'node:path';

/** What every benchmark can be asked for, for `parseArgs`. */
export const commonOptions = {
  help: { type: 'boolean', default: false },
  rounds: { type: 'string' },
  seconds: { type: 'string' },
  quick: { type: 'boolean', default: false },
  json: { type: 'string' },
  gate: { type: 'boolean', default: true },
  profile: { type: 'string' },
} as const;

/** NODE_OPTIONS of a process that writes a CPU profile into this folder; none when there is no folder. */
export const profileOptions = (folder: string | undefined): string =>
  folder === undefined ? '' : `--cpu-prof --cpu-prof-dir=${JSON.stringify(resolve(folder))}`;

/** A whole number of the command line; undefined when it was not given. Throws an Error with one sentence when it is none, or too small or large. */
export function readNumber(name: string, text: string | undefined, least: number, most: number): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new Error(`--${name} must be a whole number from ${least} to ${most}.`);
}

export function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

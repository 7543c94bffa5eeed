/** A variable that is set and has nearly the name of a setting. */
export interface Misspelling {
  variable: string;
  setting: string;
}

/** Variables that are set, are none of `names` and differ from one of them in a few characters. */
export function findMisspellings(env: NodeJS.ProcessEnv, names: readonly string[]): Misspelling[] {
  const others = Object.keys(env).filter((variable) => env[variable] && !names.includes(variable));
  return others.flatMap((variable) => {
    const setting = names.find((name) => isNearly(variable, name));
    return setting === undefined ? [] : [{ variable, setting }];
  });
}

export const misspellingSentence = ({ variable, setting }: Misspelling): string =>
  `${variable} is not a setting: did you mean ${setting}?`;

/** Few programs have variables this near; short names such as PORT are near to those of many. */
function isNearly(variable: string, name: string): boolean {
  // The names include those of secrets.
  if (variable === `${name}_FILE`) return true;
  const limit = Math.min(3, Math.floor(name.length / 5));
  if (limit === 0) return isTransposed(variable, name);
  return Math.abs(variable.length - name.length) <= limit && distance(variable.toUpperCase(), name) <= limit;
}

/** Whether two characters are exchanged, and no other one differs. */
function isTransposed(variable: string, name: string): boolean {
  let at = 0;
  while (at < name.length && variable[at] === name[at]) at++;
  const exchanged = `${name.slice(0, at)}${name[at + 1]}${name[at]}${name.slice(at + 2)}`;
  return at < name.length && variable === exchanged;
}

/** Insertions, deletions, replacements and exchanges of neighbors from one text to the other (Damerau, restricted). */
function distance(one: string, other: string): number {
  let before: number[] = [];
  let above = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      const isExchange = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current[column] = Math.min(
        (above[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + (isSame ? 0 : 1),
        isExchange ? (before[column - 2] ?? 0) + 1 : Infinity,
      );
    }
    [before, above] = [above, current];
  }
  return above[other.length] ?? 0;
}

/**
 * Estimates how many different people there are among many, in 256 bytes: HyperLogLog (Flajolet et al. 2007) with
 * linear counting for small numbers. The standard error is 6.5 %, below 100 people less than 5 %. Sketches can be
 * merged.
 */
type PeopleSketch = Uint8Array<ArrayBuffer>;

const sketchSize = 256;

export const emptySketch = (): PeopleSketch => new Uint8Array(sketchSize);

/**
 * Notes ranks of hashes of people, each a byte with its register and a byte with the rank: one more than the zeros that
 * the rest of the hash begins with.
 */
export function noteRanks(sketch: PeopleSketch, ranks: Uint8Array): void {
  for (let at = 0; at < ranks.length; at += 2) {
    const [register = 0, rank = 0] = ranks.subarray(at, at + 2);
    sketch[register] = Math.max(sketch[register] ?? 0, rank);
  }
}

/** Adds the people of another sketch. */
export function merge(sketch: PeopleSketch, other: Uint8Array): void {
  for (const [register, rank] of other.entries()) if (rank > (sketch[register] ?? 0)) sketch[register] = rank;
}

/** The number of people. */
export function estimate(sketch: PeopleSketch): number {
  const empty = sketch.reduce((count, rank) => (rank === 0 ? count + 1 : count), 0);
  const raw =
    (0.7213 / (1 + 1.079 / sketchSize)) * sketchSize ** 2 * (1 / sketch.reduce((sum, rank) => sum + 2 ** -rank, 0));
  const isSmall = raw <= 2.5 * sketchSize && empty > 0;
  return Math.round(isSmall ? sketchSize * Math.log(sketchSize / empty) : raw);
}

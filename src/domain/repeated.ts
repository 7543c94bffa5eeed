/** The index of the first value that an earlier one equals, or -1: in one pass, however many a caller sends. */
export function indexOfRepeated(values: readonly unknown[]): number {
  const seen = new Set<unknown>();
  return values.findIndex((value) => seen.size === seen.add(value).size);
}

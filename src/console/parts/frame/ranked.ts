import { contains } from '../../data/contains.ts';

/** The number of words that were typed that are whole words of a label. */
function wholeWordsOf(label: string, typed: readonly string[]): number {
  const words = label.replace('…', '').split(' ');
  return typed.filter((one) => words.some((word) => contains(word, one) && contains(one, word))).length;
}

/** Items whose labels contain all words that were typed: first where most are whole words, then the shortest. */
export function ranked<Item extends { label: string }>(items: readonly Item[], text: string): readonly Item[] {
  const typed = text.split(' ').filter(Boolean);
  if (typed.length === 0) return items;
  return items
    .filter(({ label }) => typed.every((word) => contains(label, word)))
    .map((item) => ({ item, whole: wholeWordsOf(item.label, typed) }))
    .toSorted((one, other) => other.whole - one.whole || one.item.label.length - other.item.label.length)
    .map(({ item }) => item);
}

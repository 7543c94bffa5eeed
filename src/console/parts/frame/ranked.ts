import { contains } from '../../data/contains.ts';

interface Findable {
  label: string;
  /** Words that find it as well. */
  keywords?: string | undefined;
}

const textOf = ({ label, keywords = '' }: Findable): string => `${label} ${keywords}`;

/** The number of words that were typed that are whole words of an item. */
function wholeWordsOf(item: Findable, typed: readonly string[]): number {
  const words = textOf(item).replace('…', '').split(' ');
  return typed.filter((one) => words.some((word) => contains(word, one) && contains(one, word))).length;
}

/** Items that contain all words that were typed: first where most are whole words, then the shortest. */
export function ranked<Item extends Findable>(items: readonly Item[], text: string): readonly Item[] {
  const typed = text.split(' ').filter(Boolean);
  if (typed.length === 0) return items;
  return items
    .filter((item) => typed.every((word) => contains(textOf(item), word)))
    .map((item) => ({ item, whole: wholeWordsOf(item, typed) }))
    .toSorted((one, other) => other.whole - one.whole || one.item.label.length - other.item.label.length)
    .map(({ item }) => item);
}

import type { ReactNode } from 'react';
import { Fragment } from 'react';
import { idsIn, kindOfId, type RecordName, useRecordNames } from '../../data/records/record-names.ts';
import type { OperationName } from '../../data/needs.ts';
import { unnamed, useActs, wordsOf } from '../../words/acts/index.ts';
import { type Acts, actOf, directionsOf, partsOf, type Place } from '../../words/acts/act.ts';
import type { Values } from './values.ts';

/** A change with an input, in words. */
export interface Act {
  title: ReactNode;
  button: ReactNode;
  /** The note that people should read before they do it, if nothing ends with it. */
  note: ReactNode;
  /** The warning of what ends with it; null if nothing does. */
  danger: ReactNode;
  /** The same as the title, as a text. */
  text: string;
  /** The fields that give it its direction. */
  directions: readonly string[];
}

/** The words of an operation with an input, and with the names of what the input names. */
export function useAct(operation: OperationName, input: Values): Act {
  const acts = useActs();
  const words = wordsOf(acts, operation);
  const { title, button, note, danger } = actOf(words, input);
  const named = Object.entries(words.places).flatMap(([field, place]) => listOf(input[field], place));
  const names = useRecordNames(named.flatMap(idsIn));
  const nameOf = (field: string): string =>
    textOf(acts, names, { place: words.places[field], value: input[field] }) ?? unnamed(acts, words.places, field);
  const shown = (text: string): ReactNode => (
    <span>
      {/* The position is what identifies a part of a text. */}
      {partsOf<ReactNode>(text, (field) => <bdi>{nameOf(field)}</bdi>).map((part, at) => (
        <Fragment key={at}>{part}</Fragment>
      ))}
    </span>
  );
  return {
    title: shown(title),
    button: shown(button),
    note: note === undefined ? null : shown(note),
    danger: danger === null ? null : shown(danger),
    text: partsOf(title, nameOf).join(''),
    directions: directionsOf(words),
  };
}

/** The values that a field names: those of the items, of a bulk call. */
const listOf = (value: unknown, { item }: Place): unknown[] =>
  [value]
    .flat()
    .map((one) => (item ? (one as Values | undefined)?.[item] : one))
    .filter((one) => one !== undefined && one !== '');

/** The value of a field, in words: its name, or how many there are; null if nothing is known. */
function textOf(
  acts: Acts,
  names: ReadonlyMap<string, RecordName>,
  { place, value }: { place: Place | undefined; value: unknown },
): string | null {
  const values = place ? listOf(value, place) : [];
  const noun = acts.nouns[place?.kind ?? ''];
  if (values.length > 1) return `${values.length} ${noun?.many ?? ''}`;
  const [first] = values;
  if (typeof first !== 'string') return null;
  if (!kindOfId(first)) return first;
  const name = names.get(first)?.name;
  if (name === undefined || name === first) return place?.isMany ? (noun?.one ?? null) : null;
  return noun?.named?.(name) ?? name;
}

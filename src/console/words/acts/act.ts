import generated from '../../generated/events.json' with { type: 'json' };
import type { ActWords, OperationWords } from '../../../vocabulary/operation-words.ts';

/** A place in a text for the value of a field: a record of a kind, or a text such as a domain. */
export interface Place {
  kind: string;
  isMany?: boolean;
  /** The field of each item that has the id. */
  item?: string;
}

/** English words as the platform declares them, and the places that they have. */
export interface GeneratedWords extends OperationWords {
  places: Readonly<Record<string, Place>>;
}

/** The words of a kind of record. */
export interface Noun {
  /** Before its name: "Role". */
  title: string;
  /** One that is not known yet: "a role". */
  one: string;
  /** Several: "3 roles". */
  many: string;
  /** One by its name, if the name alone is not enough. */
  named?: (name: string) => string;
}

/** The data of an event, and the record that it is about. */
export type EventData = Readonly<Record<string, unknown>>;

/** The names of the records that an event lists, by their ids. */
export type ListedNames = Pick<ReadonlyMap<string, { name: string }>, 'get'>;

/**
 * The words of an event, after the kind and before the name of its record: "suspended" is "User suspended: Joan Clarke"
 * and "3 people suspended". A sentence has `{}` in the place of the name or the number.
 */
type EventWords = string | ((data: EventData, listed: ListedNames) => string);

/** The words of acts in a language. */
export interface Acts {
  /** Of operations: those that are missing are shown in English. */
  operations: Readonly<Record<string, OperationWords>>;
  /** Explanations of fields and values in forms, by the English sentence, which is shown where one is missing. */
  sentences: Readonly<Record<string, string>>;
  nouns: Readonly<Record<string, Noun>>;
  events: Readonly<Record<string, EventWords>>;
  /** Of events without words of their own. */
  ends: Readonly<Record<'created' | 'deleted' | 'updated', string>>;
}

interface EventLike {
  typeName: string;
  data: EventData;
}

interface TypeOfEvent {
  /** Kind of its record. */
  subject: string;
  lifecycle?: 'created' | 'deleted';
  /** Whether it states which fields of its record changed. */
  isUpdate?: true;
}

// The platform can be newer than the page.
const types: Readonly<Record<string, TypeOfEvent>> = generated as Record<string, TypeOfEvent>;

const none: ListedNames = new Map();

/** The words of an event, without the name of the record: events with the same words are alike. */
export function eventWordsOf({ events, ends }: Acts, { typeName, data }: EventLike, listed = none): string {
  const { lifecycle, isUpdate } = types[typeName] ?? {};
  const end = lifecycle ?? (isUpdate && 'updated');
  const words = events[typeName] ?? (end ? ends[end] : typeName);
  return typeof words === 'string' ? words : words(data, listed);
}

/** Records that a sentence has room for. */
const mostListed = 3;

/** The ids of the records that the words of events can name: a few, of which all of these events state the same. */
export function listedIds(acts: Acts, events: readonly EventLike[]): readonly string[] {
  const [first = [], ...others] = events.map((event) => {
    const ids: string[] = [];
    eventWordsOf(acts, event, { get: (id) => void ids.push(id) });
    return ids;
  });
  const areSame = others.every((ids) => ids.join(' ') === first.join(' '));
  return areSame && first.length <= mostListed ? first : [];
}

/** Events that are alike, in words: with the name of the one record, if it has one, or with their number. */
export function eventText(acts: Acts, event: EventLike, names: readonly (string | null)[], listed = none): string {
  const noun = acts.nouns[types[event.typeName]?.subject ?? ''];
  const text = eventWordsOf(acts, event, listed);
  const title = noun?.title ?? event.typeName;
  const name = names.length === 1 ? names[0] : `${names.length} ${noun?.many ?? ''}`;
  if (text.includes('{}')) return text.replace('{}', () => name ?? title);
  if (names.length > 1) return `${name} ${text}`;
  return name ? `${title} ${text}: ${name}` : `${title} ${text}`;
}

/** The fields of an input that give an operation its direction. */
export const directionsOf = ({ when }: OperationWords): string[] =>
  when ? [when.field, ...Object.values(when.values).flatMap(directionsOf)] : [];

/** The words of an operation for the direction that an input has. */
export function actOf(words: OperationWords, input: EventData): ActWords {
  const { when } = words;
  const direction = when?.values[String(input[when.field])];
  return direction ? actOf(direction, input) : words;
}

/** A text in parts: what it has in its places is written as `nameOf` does. */
export const partsOf = <Part>(text: string, nameOf: (field: string) => Part): (string | Part)[] =>
  text.split(/\{(\w*)\}/).map((part, at) => (at % 2 === 0 ? part : nameOf(part)));

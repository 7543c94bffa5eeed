import type { EventData, ListedNames } from './act.ts';

/** The ids of a list that an event has. */
const idsOf = (data: EventData, list: string): readonly string[] => {
  const value = data[list];
  return Array.isArray(value) ? value.map(String) : [];
};

/** Words of a language for what was added to a record and removed from it: "{}: role Reader added". */
export const listChanges =
  (plural: (number: number, one: string, many: string) => string, wasAdded: string, wasRemoved: string) =>
  (one: string, many: string, added: string, removed: string) =>
  (data: EventData, listed: ListedNames): string => {
    const changed = (list: string, how: string): string[] => {
      const ids = idsOf(data, list);
      if (ids.length === 0) return [];
      const names = ids.flatMap((id) => listed.get(id)?.name ?? []);
      const areKnown = names.length === ids.length;
      const text = areKnown ? `${ids.length === 1 ? one : many} ${names.join(', ')}` : plural(ids.length, one, many);
      return [`${text} ${how}`];
    };
    return `{}: ${[...changed(added, wasAdded), ...changed(removed, wasRemoved)].join(', ')}`;
  };

interface WithOthers {
  one: (name: string) => string;
  many: (names: string) => string;
  counted: (number: number) => string;
}

/** Words of a language for a record that was created with others of a list, by their names or their number. */
export const createdWith =
  (created: string, list: string, text: WithOthers) =>
  (data: EventData, listed: ListedNames): string => {
    const ids = idsOf(data, list);
    if (ids.length === 0) return created;
    const names = ids.flatMap((id) => listed.get(id)?.name ?? []);
    if (names.length < ids.length) return text.counted(ids.length);
    return (ids.length === 1 ? text.one : text.many)(names.join(', '));
  };

/** A number that an event has. */
export const numberIn = (data: EventData, name: string): number => {
  const value = data[name];
  return typeof value === 'number' ? value : 0;
};

const recordIn = (data: EventData, name: string): EventData => (data[name] as EventData | undefined) ?? {};

/** A flag of the record that an event has, as it is after the event. */
export const flagOf = (data: EventData, record: string, flag: string): boolean => recordIn(data, record)[flag] === true;

/** Whether an event has a field among those that it changed. */
export const hasChanged = (data: EventData, field: string): boolean =>
  ((data['changed'] as readonly string[] | undefined) ?? []).includes(field);

/** The word of the status that an invitation has after an event. */
export const statusOf = (data: EventData, words: Readonly<Record<string, string>>): string =>
  words[String(recordIn(data, 'organizationInvitation')['status'])] ?? '';

/** The names of the secrets of a list that an event has. */
export const secretNamesIn = (data: EventData, list: string): string =>
  ((data[list] as readonly { name: string }[] | undefined) ?? []).map(({ name }) => name).join(', ');

/** Whether users have joined or left, and not applications. */
export const concernsUsers = (data: EventData): boolean =>
  idsOf(data, 'addedUserIds').length + idsOf(data, 'removedUserIds').length > 0;

import type { EventData } from './act.ts';

/** The number of items of a list that an event has. */
export const lengthOf = (data: EventData, list: string): number => {
  const value = data[list];
  return Array.isArray(value) ? value.length : 0;
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
  lengthOf(data, 'addedUserIds') + lengthOf(data, 'removedUserIds') > 0;

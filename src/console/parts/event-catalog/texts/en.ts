import type { Widened } from '../../../words/widened.ts';

export const texts = {
  title: 'Events and their messages',
  search: 'Search the events',
  types: 'Types of events',
  all: 'No type is chosen: all events are sent.',
  add: (type: string) => `Send ${type}`,
  isSent: 'It is sent.',
  example: 'Example of its message',
  selected: 'With a selection, its result takes the place of the data.',
} as const;

export type Texts = Widened<typeof texts>;

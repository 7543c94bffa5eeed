import { count } from '../../../words/en-numbers.ts';
import type { Widened } from '../../../words/widened.ts';

export const texts = {
  map: {
    intro:
      'Whose tokens each application exchanges, and for what: counts of 7 days (UTC), with today. Dashed: allowed, never used.',
    table: 'All edges',
    through: 'People come through',
    come: 'Come through',
    act: 'Act through',
    reach: 'Reach',
    granted: 'In 7 days',
    refused: 'Refused',
    first: 'First seen',
    actions: 'Actions',
    fresh: 'new',
    explain: 'Explain',
    rules: 'Rules',
    switchOff: 'Switch off…',
    switchOn: 'Switch on…',
    anyResource: 'any API resource',
    unknownResource: 'an unknown API resource',
    unknownToken: 'an unknown application',
    states: { USED: 'used', QUIET: 'not in 7 days', REFUSED: 'refused', UNUSED: 'never used' },
    line: (from: string, to: string, granted: number, refused: number) =>
      `${from} → ${to}: ${count.format(granted)} granted, ${count.format(refused)} refused in 7 days. Explain.`,
    drawn: (number: number) => `The picture has the first ${count.format(number)} edges. The table has all.`,
    incomplete: 'There are more edges: these are the most frequent ones.',
    noneSeen: (days: number) => `No token was exchanged in ${count.format(days)} days. What is allowed is not shown.`,
    empty: 'Nobody may exchange yet. Allow token exchange for the application that should act for people.',
  },
} as const;

export type Texts = Widened<typeof texts>;

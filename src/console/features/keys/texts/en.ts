import type { Widened } from '../../../words/widened.ts';

export const texts = {
  line: {
    title: 'Rotation',
    waits: 'published, signs later',
    signs: 'signs',
    verifies: 'only verifies',
    now: 'now',
  },
  states: { CURRENT: 'signs now', NEXT: 'comes next', PREVIOUS: 'published', RETIRED: 'retired' },
  rotate: 'Rotate',
  retire: 'Retire',
  signsFrom: 'signs from',
  until: 'published until',
} as const;

export type Texts = Widened<typeof texts>;

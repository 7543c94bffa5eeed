import type { Widened } from '../../../words/widened.ts';

export const texts = {
  preferences: {
    thisBrowser: 'In this browser',
    language: 'Language',
    density: 'Height of rows',
    densities: { dense: 'Low', normal: 'Normal', roomy: 'High' },
    everywhere: 'On all your devices',
    views: 'Saved views',
  },
} as const;

export type Texts = Widened<typeof texts>;

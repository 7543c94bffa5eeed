import type { Texts } from './en.ts';

export const texts: Texts = {
  line: {
    title: 'Wechsel',
    waits: 'veröffentlicht, signiert später',
    signs: 'signiert',
    verifies: 'prüft nur noch',
    now: 'jetzt',
  },
  states: {
    CURRENT: 'signiert jetzt',
    NEXT: 'kommt als nächster',
    PREVIOUS: 'veröffentlicht',
    RETIRED: 'zurückgezogen',
  },
  rotate: 'Wechseln',
  retire: 'Zurückziehen',
  signsFrom: 'signiert ab',
  until: 'veröffentlicht bis',
};

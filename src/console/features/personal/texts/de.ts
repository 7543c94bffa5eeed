import type { Texts } from './en.ts';

export const texts: Texts = {
  preferences: {
    thisBrowser: 'In diesem Browser',
    language: 'Sprache',
    density: 'Zeilenhöhe',
    densities: { dense: 'Niedrig', normal: 'Normal', roomy: 'Hoch' },
    everywhere: 'Auf allen Ihren Geräten',
    views: 'Gespeicherte Ansichten',
  },
};

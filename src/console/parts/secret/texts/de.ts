import type { Texts } from './en.ts';

export const texts: Texts = {
  notCopied: (what, name) =>
    `Nicht kopiert: ${what}${name && ` „${name}“`}. Der Wert lässt sich nicht noch einmal anzeigen.`,
  stay: 'Zurück',
  leave: 'Ohne Kopie verlassen',
};

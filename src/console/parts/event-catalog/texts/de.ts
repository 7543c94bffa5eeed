import type { Texts } from './en.ts';

export const texts: Texts = {
  title: 'Ereignisse und ihre Nachrichten',
  search: 'Ereignisse durchsuchen',
  types: 'Ereignistypen',
  all: 'Kein Typ ist gewählt: Alle Ereignisse werden gesendet.',
  add: (type) => `${type} senden`,
  isSent: 'Es wird gesendet.',
  example: 'Beispiel seiner Nachricht',
  selected: 'Mit einer Auswahl steht deren Ergebnis an der Stelle der Daten.',
};

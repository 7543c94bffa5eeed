import { count } from '../../../words/de-numbers.ts';
import type { Texts } from './en.ts';

export const texts: Texts = {
  map: {
    intro:
      'Wessen Token jede Anwendung austauscht und wofür, mit der Anzahl aus 7 Tagen (UTC), heute eingeschlossen. Gestrichelt: erlaubt, aber nie benutzt.',
    table: 'Alle Verbindungen',
    through: 'Benutzer kommen über',
    come: 'Kommen über',
    act: 'Handeln über',
    reach: 'Erreichen',
    granted: 'In 7 Tagen',
    refused: 'Abgelehnt',
    first: 'Zuerst gesehen',
    actions: 'Aktionen',
    fresh: 'neu',
    explain: 'Erklären',
    rules: 'Regeln',
    switchOff: 'Ausschalten…',
    switchOn: 'Einschalten…',
    anyResource: 'jede API-Ressource',
    unknownResource: 'eine unbekannte API-Ressource',
    unknownToken: 'eine unbekannte Anwendung',
    states: { USED: 'benutzt', QUIET: 'nicht in 7 Tagen', REFUSED: 'abgelehnt', UNUSED: 'nie benutzt' },
    line: (from, to, granted, refused) =>
      `${from} → ${to}: ${granted === 1 ? '1 Austausch' : `${count.format(granted)} Austausche`} in 7 Tagen, ${count.format(refused)} abgelehnt. Erklären.`,
    drawn: (number) => `Das Bild zeigt die ersten ${count.format(number)} Verbindungen, die Tabelle alle.`,
    incomplete: 'Es gibt weitere Verbindungen: Das sind die häufigsten.',
    noneSeen: (days) =>
      `In ${count.format(days)} Tagen wurde kein Token ausgetauscht. Was erlaubt ist, wird nicht gezeigt.`,
    empty:
      'Noch darf niemand Token austauschen. Erlauben Sie den Token-Austausch der Anwendung, die für Benutzer handeln soll.',
  },
};

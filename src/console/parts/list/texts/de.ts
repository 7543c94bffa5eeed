import { count, plural } from '../../../words/de-numbers.ts';
import type { Texts } from './en.ts';

export const texts: Texts = {
  list: {
    search: 'Suchen',
    searchIn: (list) => `Suchen: ${list}`,
    more: 'Mehr anzeigen',
    find: (what) => `Suchen: ${what}`,
    cannotFind: (what) => `Gesucht wird nur nach: ${what}.`,
    enter: 'Enter',
    order: 'Sortierung',
    filter: (name) => `Filter: ${name}`,
    any: 'alle',
    yes: 'ja',
    no: 'nein',
    clear: 'Filter entfernen',
    filters: (number) => (number === 0 ? 'Filter' : `Filter (${count.format(number)})`),
    addFilter: 'Filter',
    show: 'Liste anzeigen',
    columns: 'Spalten',
    moveColumn: (column, isEarlier) => `${column} ${isEarlier ? 'nach vorn' : 'nach hinten'}`,
    resetColumns: 'Standardspalten',
    copyAs: 'Kopieren als',
    link: 'Link',
    export: 'Exportieren',
    allThatMatch: (number) => `Alle ${number} Treffer…`,
    previous: 'Zurück',
    firstPage: 'Erste Seite',
    next: 'Weiter',
    select: (name) => `${name} auswählen`,
    selectAll: 'Alle auf dieser Seite auswählen',
    selected: (number) => `${count.format(number)} ausgewählt`,
    act: (verb, number) => `${count.format(number)} ${verb.charAt(0).toLowerCase()}${verb.slice(1)}`,
    selectNone: 'Auswahl aufheben',
    fresh: (number) => `${count.format(number)} neu: anzeigen`,
    loading: 'Lädt',
    none: 'Keine Treffer. Ändern Sie Suche oder Filter.',
    changedBy: (actor) => `geändert von ${actor}`,
    peek: (name) => `Vorschau: ${name}`,
    orMore: (number) => `${count.format(number)}+`,
  },
  exports: {
    running: (megabytes) => `Export: ${megabytes.replace('.', ',')} MB empfangen`,
    complete: (file, records) =>
      records === null
        ? `Der Export ist vollständig: ${file}`
        : `Der Export ist vollständig: ${plural(records, 'Datensatz', 'Datensätze')} in ${file}`,
    incomplete: (reason) =>
      `Der Export ist unvollständig: ${reason || 'die Verbindung ging verloren'}. Was ankam, ist nicht alles.`,
    refused: (reason) => `Der Export wurde abgelehnt: ${reason}`,
    saveAnyway: 'Empfangenes speichern',
  },
  views: {
    title: (number) => (number === 0 ? 'Ansichten' : `Ansichten (${count.format(number)})`),
    none: 'Speichern Sie Suche, Filter, Sortierung und Spalten unter einem Namen. Nur Sie sehen Ihre Ansichten.',
    name: 'Name der Ansicht',
    save: 'Ansicht speichern',
    remove: (name) => `Ansicht ${name} entfernen`,
  },
};

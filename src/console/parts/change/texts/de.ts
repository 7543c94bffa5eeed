import { count, plural } from '../../../words/de-numbers.ts';
import type { Texts } from './en.ts';

export const texts: Texts = {
  change: {
    preview: 'Was dies bewirkt',
    trying: 'Wird ausprobiert, ohne etwas zu ändern',
    nothing: 'Nichts würde sich ändern.',
    unchanged: 'Nichts hat sich geändert.',
    eventTypes: (number) => plural(number, 'Ereignis', 'Ereignisse'),
    others: (number) => `und ${count.format(number)} weitere`,
    typeName: (name) => `Es wird noch verwendet oder ist das letzte seiner Art. Geben Sie zur Bestätigung ${name} ein.`,
    leaving: 'Ihre Eingaben verwerfen?',
    keep: 'Weiter bearbeiten',
    drop: 'Verwerfen',
    matching: (number) =>
      `${plural(number, 'Benutzer erfüllt', 'Benutzer erfüllen')} die Bedingungen. Die Operation würde für jeden ausgeführt.`,
    sample: (size, failed) =>
      failed === 0
        ? `Für die ersten ${count.format(size)} ausprobiert: ohne Fehler.`
        : `Für die ersten ${count.format(size)} ausprobiert: ${count.format(failed)} davon mit Fehler.`,
    wouldSend: (number) => `Würde ${plural(number, 'Ereignis', 'Ereignisse')} senden`,
    eventsHidden: 'Um die Ereignisse zu sehen, ist events:read erforderlich.',
    code: 'Als Code',
    graphql: 'GraphQL',
    curl: 'curl',
    rest: 'REST',
    cancel: 'Abbrechen',
    close: 'Schließen',
    closeDialog: 'Dialog schließen',
    open: (name) => (name === '' ? 'Öffnen' : `${name} öffnen`),
    fill: (fields) => `Noch auszufüllen: ${fields}.`,
    required: 'Erforderlich.',
    oneOf: (fields) => `Füllen Sie eines davon aus: ${fields}.`,
    conflict: (actor) =>
      actor
        ? `${actor} hat diesen Datensatz geändert, seit Sie den Dialog geöffnet haben.`
        : 'Dieser Datensatz wurde geändert, seit Sie den Dialog geöffnet haben.',
    conflictTitle: 'Inzwischen geändert',
    isDeleted: 'Den Datensatz gibt es nicht mehr.',
    noContest: 'Keiner Ihrer Werte ist betroffen.',
    before: (value) => `vorher: ${value}`,
    theirs: (value) => `Neuer Wert: ${value}`,
    mine: (value) => `Ihr Wert: ${value}`,
    goOn: 'So fortfahren',
    takeTheirs: 'Neue Werte übernehmen',
    keepMine: 'Eigene Werte behalten',
    done: 'Erledigt',
    secret: 'Kopieren Sie den Wert jetzt: Er wird nicht noch einmal angezeigt.',
    copied: 'Ich habe ihn kopiert',
    moreOptions: 'Weitere Angaben',
    onePerLine: 'Ein Wert pro Zeile',
    scopeChips: (example) => `${example} – nach jedem die Eingabetaste drücken`,
    resourceCreated: (name, scopes) => `${name} mit ${plural(scopes, 'Scope', 'Scopes')} angelegt`,
    openKey: (key) => `Mit der Taste ${key} öffnen`,
    undoKey: (key) => `Mit der Taste ${key} rückgängig machen`,
    noHolder: 'Kein Benutzer gefunden. Benutzer können die Rolle auch später erhalten, oder wenn sie angelegt werden.',
    none: (list) => `Keine ${list}`,
    item: (number) => `Nr. ${count.format(number)}`,
    addItem: (list) => `${list} hinzufügen`,
    removeItem: (number) => `Nr. ${count.format(number)} entfernen`,
    addObject: (object) => `${object} hinzufügen`,
    removeObject: (object) => `${object} entfernen`,
    units: { second: 'Sekunden', minute: 'Minuten', hour: 'Stunden', day: 'Tage' },
    unitOf: (duration) => `Einheit: ${duration}`,
    atLeast: (duration) => `Mindestens ${duration}.`,
    atMost: (duration) => `Höchstens ${duration}.`,
    wouldBeRefused: (number, all) =>
      `${count.format(number)} von ${count.format(all)} ${number === 1 ? 'würde' : 'würden'} abgelehnt`,
    wasRefused: (number, all) =>
      `${count.format(number)} von ${count.format(all)} ${number === 1 ? 'wurde' : 'wurden'} abgelehnt`,
    json: 'JSON',
    invalidJson: 'Das ist kein JSON-Objekt.',
    undo: 'Rückgängig machen',
    latest: 'Letzte Änderung',
    joined: (members, organization) => `${organization} beigetreten: ${members}`,
    left: (members, organization) => `${organization} verlassen: ${members}`,
    othersOf: (number) => `${count.format(number)} weitere`,
    access: {
      title: 'Zugriff',
      summary: (gained, lost) =>
        gained + lost === 0
          ? 'Der Zugriff ändert sich für niemanden.'
          : `${count.format(gained)} hinzugekommen, ${count.format(lost)} entfallen`,
      more: (most) => `Es betrifft weitere Benutzer oder Anwendungen: Das sind die ersten ${count.format(most)}.`,
      unknown: 'Das lässt sich nicht vergleichen.',
      same: 'wie zuvor',
      gained: 'kommt hinzu',
      lost: 'entfällt',
      now: 'Jetzt',
      later: 'Danach',
      within: (organization) => `in ${organization || 'einer Organisation'}`,
    },
    lacking: (permission) => `Das erfordert die Berechtigung ${permission}.`,
    rolePresets: {
      choose:
        'Wählen Sie eine, um mit ihren Scopes zu beginnen: denen zum Lesen oder allen. Sie lassen sich noch ändern.',
      scopes: (number) => `${count.format(number)} ${number === 1 ? 'Scope' : 'Scopes'}`,
      reader: {
        title: 'Leser',
        text: 'Alle Scopes zum Lesen: mit dem Namen „read“ oder mit „:read“ am Ende.',
        name: (resource) => `${resource} (Leser)`,
      },
      administrator: {
        title: 'Administrator',
        text: 'Alle Scopes, die die API-Ressource jetzt hat.',
        name: (resource) => `${resource} (Administrator)`,
      },
      none: { title: 'Ohne Vorlage', text: 'Mit einem leeren Formular beginnen und die Scopes selbst wählen.' },
    },
    organizationAdministrator: {
      title: 'Administrator der Organisation',
      text: 'Wer diese Rolle hat, verwaltet hier die eigene Organisation: ihre Mitglieder, Einladungen und Ereignisse.',
    },
    exchangeSides: {
      called:
        'Diese API wird von einer anderen für Benutzer aufgerufen. Zum Beispiel: Zahlungen, https://payments.example.com, mit dem Scope payments:read.',
      calling:
        'Diese API ruft die erste auf: Für sie sind die Token der Benutzer. Zum Beispiel: Berichte, https://reports.example.com, mit dem Scope reports:read.',
    },
    applicationTypes: {
      title: 'Von welchem Typ ist Ihre Anwendung? Er lässt sich später nicht ändern.',
      TRADITIONAL_WEB:
        'Benutzer melden sich an, und ein Server liefert die Seiten aus. Durch Token-Austausch handelt er auch für sie.',
      SINGLE_PAGE: 'Der ganze Code läuft im Browser und ruft APIs von dort auf.',
      NATIVE: 'Die Anwendung ist auf einem Telefon oder Rechner installiert oder läuft in einem Terminal.',
      MACHINE_TO_MACHINE:
        'Ein Backend-Dienst oder Skript, bei dem sich niemand anmeldet. Durch Token-Austausch handelt er auch für Benutzer.',
      isConfidential: 'mit Geheimnis',
      isPublic: 'ohne Geheimnis',
      firstSecret: 'default',
    },
  },
};

import { count } from '../../../words/de-numbers.ts';
import type { Texts } from './en.ts';

export const texts: Texts = {
  overview: {
    title: (name) => `Hallo ${name}`,
    steps: 'Bis zum ersten Token-Austausch',
    resource: 'Die API anlegen, die aufgerufen wird, zum Beispiel Zahlungen',
    role: 'Die Scopes der API in eine Rolle aufnehmen',
    calling: 'Die API anlegen, die die erste aufruft, zum Beispiel Berichte: Für sie sind die Token der Benutzer',
    application: 'Das Backend dieser API anlegen, mit erlaubtem Token-Austausch',
    another: 'oder noch einen Dienst anbinden',
    rules: (api, scopes) =>
      api === undefined
        ? 'Einschränken, wofür es Token austauschen darf'
        : `Einschränken, wofür es Token austauschen darf: nur ${scopes ? `${scopes} bei ${api}` : api}`,
    afterApplication: 'sobald es ein Backend gibt',
    away: 'Ausblenden',
    noPermission: 'Sie haben hier keine Berechtigung.',
    noRights: 'Sie können in dieser Konsole nichts sehen oder tun, bis Ihnen jemand eine Rolle gibt.',
    findYou: 'Ein Administrator findet Sie als',
    ended: 'Fertig: Das erste Token wurde ausgetauscht.',
    connectAnother: 'Noch einen Dienst anbinden',
    attention: 'Handlungsbedarf',
    nothing: (checked) => `Geprüft und in Ordnung: ${checked.join(', ')}.`,
    notRead: (areas) => `Konnte nicht geprüft werden: ${areas.join(', ')}.`,
    notYours: (areas) => `Nicht geprüft, weil Sie es nicht lesen dürfen: ${areas.join(', ')}.`,
    checked: {
      webhooks: 'Webhooks',
      connectors: 'Konnektoren',
      identityProviders: 'Identitätsanbieter',
      exchanges: 'Token-Austausch seit gestern (jede Minute gezählt)',
      jobs: 'Aufträge seit gestern',
      deletions: 'Konten, die gelöscht werden',
      keys: 'Signaturschlüssel',
    },
    disabled: 'wurde ausgeschaltet, weil der Endpunkt fehlerhaft war.',
    failingConnector: 'kann nicht senden:',
    failingProvider: 'kann niemanden anmelden:',
    expiringCertificate: 'braucht ein neues Zertifikat: gültig bis',
    failedJob: 'ist fehlgeschlagen:',
    refusals: (number) =>
      number === 1
        ? 'Seit gestern wurde ein Token-Austausch abgelehnt.'
        : `Seit gestern wurde ${count.format(number)}-mal ein Token-Austausch abgelehnt.`,
    deletions: (number) =>
      number === 1
        ? '1 Konto wird gelöscht, wie die Person es veranlasst hat.'
        : `${count.format(number)} Konten werden gelöscht, wie die Personen es veranlasst haben.`,
    oldKey: 'signiert Token mit demselben Schlüssel seit',
    latest: 'Letzte Änderungen',
    failing: 'ist fehlerhaft: Der Endpunkt nimmt keine Nachrichten an.',
    developers: 'Für Entwickler',
    graphql: 'GraphQL',
    rest: 'REST-Referenz',
    schema: 'OpenAPI-Dokument',
    discovery: 'Discovery-Dokument',
    operations: 'Operationen',
    version: (version) => `Mandate ${version}`,
    figures: 'Letzte 30 Tage',
    days: 'Nach Tagen, in UTC. Jeder Balken führt zu dem, was er zählt.',
    counted: (time) => `Jede Minute gezählt: Die letzten ein, zwei Minuten fehlen. Abgerufen um ${time}.`,
    all: (series) => `Alle: ${series}`,
    series: {
      exchangesGranted: 'Token-Austausch gewährt',
      exchangesRefused: 'Token-Austausch abgelehnt',
      signIns: 'Anmeldungen',
      refusedSignIns: 'Abgelehnte Anmeldungen',
      usersCreated: 'Neue Benutzer',
      events: 'Ereignisse',
    },
  },
};

import { count } from '../../../words/de-numbers.ts';
import type { Texts } from './en.ts';

const requests = (number: number): string => (number === 1 ? '1 Anfrage' : `${count.format(number)} Anfragen`);

export const texts: Texts = {
  title: 'Regeln',
  intro:
    'Regeln schränken zusätzlich zu den Rechten des Benutzers ein, welche Token die Anwendung austauschen kann. Eine Regel, die aus ist, schränkt nichts ein.',
  off: 'aus',
  edit: 'Regeln bearbeiten',
  editServed: 'Ändern, was die Anwendung bedient',
  why: 'Warum wird ein Austausch abgelehnt?',
  meaning: 'Was die Regeln bedeuten (englisch)',
  exchanges: 'Token-Austausch dieser Anwendung',
  rules: {
    targets: 'API-Ressourcen',
    audience: 'Token',
    scopes: 'Scopes',
    organization: 'Organisation',
    signIn: 'Anmeldung',
  },
  ifOff: {
    targets:
      'Die Anwendung kann Token für jede API-Ressource austauschen und jeden Scope bekommen, den der Benutzer dort hat.',
    audience: 'Die Anwendung kann jedes Token eines Benutzers austauschen, auch eines, das an eine andere API ging.',
    scopes: 'Die Anwendung kann Scopes bekommen, die der Benutzer hat, auch wenn das Token sie nicht enthält.',
    organization: 'Anfragen der Anwendung können eine Organisation nennen oder keine.',
    signIn: 'Der Benutzer kann sich vor langer Zeit und mit einem Faktor angemeldet haben.',
  },
  ifOn: {
    targets: 'Die Anwendung kann Token nur für diese austauschen:',
    noTarget: 'Die Anwendung kann Token für keine API-Ressource austauschen: Jeder Austausch wird abgelehnt.',
    audience: 'Die Anwendung kann nur Token austauschen, die an sie gingen: für eine API-Ressource, die sie bedient.',
    scopes: 'Die Anwendung kann nur Scopes bekommen, die das Token enthält, dem Namen nach oder durch eine Zuordnung.',
    organization: 'Jede Anfrage muss eine nennen.',
    organizations: 'Jede Anfrage muss eine von diesen nennen:',
    age: (duration) => `Die Anmeldung des Benutzers darf höchstens ${duration} zurückliegen.`,
  },
  levels: {
    URN_MANDATE_LEVEL_1: 'Der Benutzer muss sich mit einem Faktor angemeldet haben.',
    URN_MANDATE_LEVEL_2: 'Der Benutzer muss sich mit zwei Faktoren oder mit einem Passkey angemeldet haben.',
    PHR: 'Der Benutzer muss sich mit einem Passkey angemeldet haben.',
  },
  level: 'Wie sich der Benutzer angemeldet haben muss',
  anyLevel: 'beliebig',
  shortLevels: {
    URN_MANDATE_LEVEL_1: 'mit einem Faktor',
    URN_MANDATE_LEVEL_2: 'mit zwei Faktoren oder mit einem Passkey',
    PHR: 'mit einem Passkey',
  },
  serves: 'Die Anwendung bedient',
  servesNone: 'Die Anwendung bedient keine API-Ressource.',
  servedObstacles: {
    tooMany: 'Die Anwendung bedient mehr als 100 API-Ressourcen: Sie lassen sich nur über die API ändern.',
    unread: 'Was die Anwendung bedient, ließ sich nicht lesen. Bitte noch einmal versuchen.',
  },
  refusesAll: 'Die Anwendung bedient keine API-Ressource, also wird jeder Austausch abgelehnt.',
  allScopes: 'alle Scopes',
  usedTimes: (number) => `${count.format(number)}-mal in 30 Tagen`,
  notUsed: 'in 30 Tagen nicht benutzt',
  restrict: 'Auf das Benutzte beschränken',
  onlyFor: (name) => `Nur für ${name}`,
  onlyForSome: 'Nur für bestimmte API-Ressourcen',
  used: (number, apis) =>
    `In 30 Tagen (UTC) hat die Anwendung ${count.format(number)}-mal ein Token ausgetauscht, für ${apis === 1 ? '1 API-Ressource' : `${count.format(apis)} API-Ressourcen`}.`,
  nothingUsed: 'Sie hat in 30 Tagen nichts ausgetauscht: Aus der Nutzung lässt sich nichts übernehmen.',
  neverRecorded:
    'Der Token-Austausch wird nicht festgehalten (EXCHANGE_LEDGER=off), also ist unbekannt, was die Anwendung benutzt hat.',
  isRestricted: 'Die Regeln der Anwendung nennen nichts anderes.',
  isRestrictedToApis:
    'Die Regeln der Anwendung nennen keine andere API-Ressource, erlauben aber bei manchen alle Scopes.',
  tooMany: 'Die Anwendung hat mehr API-Ressourcen und Scopes benutzt, als Regeln enthalten können.',
  byHand: {
    unscoped: 'Die Anwendung hat Token ohne Scopes ausgetauscht, oder bevor Scopes zusammengezählt wurden, für:',
    tooWide: 'Die Anwendung bekam mehr Scopes, als eine Regel enthalten kann (100 oder 8.192 Zeichen), von:',
    choose:
      'Deren Scopes sind von Hand zu wählen: Der Vorschlag lässt eine vorhandene Regel dafür, wie sie ist, und ergänzt keine.',
  },
  incomplete: {
    title: 'Hier kann ein Teil fehlen.',
    off: 'Der Token-Austausch wird derzeit nicht festgehalten (EXCHANGE_LEDGER=off).',
    since: 'Festgehalten wird er seit',
    gaps: (number) =>
      number === 1
        ? 'Das Verzeichnis hat in dieser Zeit eine Lücke.'
        : `Das Verzeichnis hat in dieser Zeit ${count.format(number)} Lücken.`,
    show: 'Zeigen',
    cut: 'Zusammengezählt ist nur, was die Anwendung am häufigsten ausgetauscht hat.',
    deleted: 'Ein Teil war für API-Ressourcen, die gelöscht sind.',
  },
  form: {
    every: 'Jede API-Ressource',
    only: 'Nur diese',
    choose: 'API-Ressourcen, für die die Anwendung Token austauschen kann',
    scopesOf: (name) => `Scopes von ${name}`,
    scopesText: 'Ohne Auswahl kann die Anwendung alle Scopes bekommen, die der Benutzer hat.',
    scopesOfToken: 'Ohne Auswahl kann die Anwendung alle Scopes bekommen, die das Token enthält.',
    noSuchScope: (api) => `${api} hat keinen Scope`,
    mappings: 'Zuordnungen',
    mappingsText: 'Scopes, die ein Token unter anderem Namen enthält.',
    carried: 'Das Token enthält',
    allows: 'Die Anwendung kann bekommen',
    addMapping: 'Zuordnung hinzufügen',
    removeMapping: (number) => `Zuordnung ${number} entfernen`,
    fill: 'Benutztes eintragen',
    audience: 'Nur Token, die an die Anwendung gingen',
    scopes: 'Nie mehr Scopes, als das Token enthält',
    scopesRuleText:
      'Ein Scope zählt, wenn das Token ihn unter demselben Namen enthält oder unter dem Namen einer Zuordnung oben.',
    organization: 'Jede Anfrage muss eine Organisation nennen',
    organizations: 'Eine dieser Organisationen',
    organizationsText: 'Ohne Auswahl: eine beliebige.',
    more: 'Organisation und Anmeldung',
    age: 'Wie lange die Anmeldung des Benutzers höchstens zurückliegen darf',
    unreadable: 'Die Regeln der Anwendung dürfen Sie nicht lesen, also auch nicht ersetzen.',
  },
  check: {
    title: 'Was die Anwendung in 30 Tagen benutzt hat',
    proposal:
      'Vorschlag: Das sind die API-Ressourcen und Scopes, die die Anwendung in 30 Tagen (UTC) bekam, und keine anderen.',
    proposalInPart:
      'Vorschlag: Das sind die API-Ressourcen und Scopes, die die Anwendung in 30 Tagen (UTC) bekam, bis auf die unten.',
    fine: (number) =>
      number === 1 ? 'Die eine Anfrage würde nicht abgelehnt.' : `Von ${requests(number)} würde keine abgelehnt.`,
    noneSeen: (number) =>
      number === 1
        ? 'Soweit es sich prüfen lässt, würde die eine Anfrage nicht abgelehnt.'
        : `Soweit es sich prüfen lässt, würde von ${requests(number)} keine abgelehnt.`,
    losses: 'Diese Regeln würden ablehnen, was die Anwendung jetzt benutzt:',
    refused: (number) =>
      number === 1 ? 'Mindestens 1 Anfrage würde abgelehnt.' : `Mindestens ${requests(number)} würden abgelehnt.`,
    scopes: 'Die Anwendung bekäme nicht mehr',
    undecided: (rules) => `Diese Regeln lassen sich nicht mit dem bisher Benutzten prüfen: ${rules}.`,
    unknownScopes:
      'Von manchen Anfragen sind keine Scopes bekannt, oder nur die ersten 200 eines Tages: Die übrigen wurden nicht verglichen.',
    parts: {
      targets: 'die Scopes von API-Ressourcen',
      audience: 'nur Token, die an die Anwendung gingen',
      scopes: 'nie mehr Scopes, als das Token enthält',
      organization: 'die Organisation',
      signIn: 'die Anmeldung',
    },
  },
  change: {
    every: 'jede API-Ressource',
    only: (number) => (number === 0 ? 'keine' : `nur ${count.format(number)}`),
    added: 'hinzugefügt:',
    removed: 'entfernt:',
    mappings: 'mit anderen Zuordnungen',
    organizations: (number) => `eine von ${count.format(number)}`,
    organization: 'verlangt',
    audience: 'nur solche, die an die Anwendung gingen',
    scopes: 'nie mehr, als das Token enthält',
    age: (duration) => `höchstens ${duration} zurück`,
  },
};

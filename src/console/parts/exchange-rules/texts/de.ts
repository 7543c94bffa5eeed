import { count } from '../../../words/de-numbers.ts';
import type { Texts } from './en.ts';

const exchanges = (number: number): string =>
  number === 1 ? '1 Austausch' : `${count.format(number)} Austauschvorgänge`;

export const texts: Texts = {
  title: 'Regeln',
  intro:
    'Sie schränken ein, was sie tauschen kann, neben dem, was die Person hat. Eine Regel, die aus ist, schränkt nichts ein.',
  off: 'aus',
  edit: 'Regeln bearbeiten',
  editServed: 'Ändern, was sie bedient',
  why: 'Warum wird ein Austausch abgelehnt?',
  meaning: 'Was die Regeln bedeuten (englisch)',
  exchanges: 'Ihre Austauschvorgänge',
  rules: {
    targets: 'API-Ressourcen',
    audience: 'Token',
    scopes: 'Scopes',
    organization: 'Organisation',
    signIn: 'Anmeldung',
  },
  ifOff: {
    targets: 'Sie kann für jede API-Ressource tauschen und jeden Scope bekommen, den die Person dort hat.',
    audience: 'Sie kann jedes Token einer Person tauschen, auch eines, das an eine andere API ging.',
    scopes: 'Sie kann Scopes bekommen, die die Person hat, auch wenn das Token sie nicht enthält.',
    organization: 'Ihre Anfragen können eine Organisation nennen oder keine.',
    signIn: 'Die Person kann sich vor langer Zeit und mit einem Faktor angemeldet haben.',
  },
  ifOn: {
    targets: 'Sie kann nur für diese tauschen:',
    noTarget: 'Sie kann für keine tauschen: Jeder Austausch wird abgelehnt.',
    audience: 'Sie kann nur Token tauschen, die an sie gingen: für eine API-Ressource, die sie bedient.',
    scopes: 'Sie kann nur Scopes bekommen, die das Token enthält, dem Namen nach oder durch eine Zuordnung.',
    organization: 'Jede Anfrage muss eine nennen.',
    organizations: 'Jede Anfrage muss eine von diesen nennen:',
    age: (duration) => `Die Anmeldung der Person darf höchstens ${duration} zurückliegen.`,
  },
  levels: {
    URN_MANDATE_LEVEL_1: 'Die Person muss sich mit einem Faktor angemeldet haben.',
    URN_MANDATE_LEVEL_2: 'Die Person muss sich mit zwei Faktoren oder mit einem Passkey angemeldet haben.',
    PHR: 'Die Person muss sich mit einem Passkey angemeldet haben.',
  },
  level: 'Wie sich die Person angemeldet haben muss',
  anyLevel: 'egal wie',
  shortLevels: {
    URN_MANDATE_LEVEL_1: 'mit einem Faktor',
    URN_MANDATE_LEVEL_2: 'mit zwei Faktoren oder mit einem Passkey',
    PHR: 'mit einem Passkey',
  },
  serves: 'Sie bedient',
  servesNone: 'Sie bedient keine API-Ressource.',
  refusesAll: 'Sie bedient keine API-Ressource, also wird jeder Austausch abgelehnt.',
  allScopes: 'alle Scopes',
  usedTimes: (number) => `${exchanges(number)} in 30 Tagen`,
  notUsed: 'in 30 Tagen nicht benutzt',
  restrict: 'Auf das Benutzte beschränken',
  used: (number, apis) =>
    `In 30 Tagen (UTC) ${number === 1 ? 'wurde ihr' : 'wurden ihr'} ${exchanges(number)} gewährt, für ${apis === 1 ? '1 API-Ressource' : `${count.format(apis)} API-Ressourcen`}.`,
  nothingUsed: 'In 30 Tagen wurde ihr kein Austausch gewährt: Es gibt nichts, worauf sie zu beschränken wäre.',
  neverRecorded:
    'Token-Austausche werden nicht festgehalten (EXCHANGE_LEDGER=off), also ist unbekannt, was sie benutzt hat.',
  isRestricted: 'Ihre Regeln nennen nichts anderes.',
  tooMany: 'Sie hat mehr API-Ressourcen benutzt, als Regeln enthalten können.',
  incomplete: {
    title: 'Einige ihrer Austauschvorgänge können hier fehlen.',
    off: 'Token-Austausche werden derzeit nicht festgehalten (EXCHANGE_LEDGER=off).',
    since: 'Sie werden festgehalten seit',
    gaps: (number) =>
      number === 1
        ? 'Das Verzeichnis hat in dieser Zeit eine Lücke.'
        : `Das Verzeichnis hat in dieser Zeit ${count.format(number)} Lücken.`,
    show: 'Zeigen',
    cut: 'Nur ihre häufigsten Austauschvorgänge sind zusammengezählt.',
    deleted: 'Einige waren für eine API-Ressource, die gelöscht ist.',
  },
  form: {
    every: 'Jede API-Ressource',
    only: 'Nur diese',
    choose: 'API-Ressourcen, für die sie Token tauschen kann',
    scopesOf: (name) => `Scopes von ${name}`,
    scopesText: 'Ohne einen kann sie alle bekommen, die die Person hat.',
    mappings: 'Zuordnungen',
    mappingsText: 'Scopes, die ein Token unter anderem Namen enthält.',
    carried: 'Das Token enthält',
    allows: 'Sie kann bekommen',
    addMapping: 'Zuordnung hinzufügen',
    removeMapping: (number) => `Zuordnung ${number} entfernen`,
    fill: 'Benutztes eintragen',
    audience: 'Nur Token, die an sie gingen',
    scopes: 'Nie mehr Scopes, als das Token enthält',
    scopesRuleText: 'Dem Namen nach oder durch eine Zuordnung der API-Ressource.',
    organization: 'Jede Anfrage muss eine Organisation nennen',
    organizations: 'Eine dieser Organisationen',
    organizationsText: 'Ohne eine: irgendeine.',
    more: 'Organisation und Anmeldung',
    age: 'Wie lange die Anmeldung der Person höchstens zurückliegen darf',
    unreadable: 'Sie dürfen ihre Regeln nicht lesen, also können Sie sie auch nicht ersetzen.',
  },
  check: {
    title: 'Was sie in 30 Tagen benutzt hat',
    proposal: 'Vorschlag: Das sind die API-Ressourcen und Scopes, die sie in 30 Tagen (UTC) bekam, und keine anderen.',
    fine: (number) =>
      number === 1
        ? 'Der eine Austausch würde nicht abgelehnt.'
        : `Von ${count.format(number)} würde keiner abgelehnt.`,
    losses: 'Diese Regeln würden ablehnen, was sie jetzt benutzt:',
    refused: (number) =>
      number === 1 ? '1 Austausch würde abgelehnt.' : `${count.format(number)} Austauschvorgänge würden abgelehnt.`,
    scopes: 'Sie bekäme nicht mehr',
    undecided: (rules) => `Nicht verglichen, weil die Summen es nicht enthalten: ${rules}.`,
    parts: { organization: 'die Organisation', signIn: 'die Anmeldung', scopes: 'was das Token enthielt' },
  },
  change: {
    every: 'jede API-Ressource',
    only: (number) => (number === 0 ? 'keine' : `nur ${count.format(number)}`),
    added: 'hinzugefügt:',
    removed: 'entfernt:',
    mappings: 'mit anderen Zuordnungen',
    organizations: (number) => `eine von ${count.format(number)}`,
    organization: 'verlangt',
    audience: 'nur solche, die an sie gingen',
    scopes: 'nie mehr, als das Token enthält',
    age: (duration) => `höchstens ${duration} zurück`,
  },
};

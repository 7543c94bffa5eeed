import { count } from '../../../words/de-numbers.ts';
import type { Texts } from './en.ts';

export const texts: Texts = {
  roles: {
    title: 'Rollen',
    empty: 'Eine Rolle gewährt allen, die sie haben, bestimmte Scopes. Legen Sie die erste an.',
    default: 'Für neue Benutzer',
    scopes: 'Scopes von API-Ressourcen',
    noScopes: 'Kein Scope: Die Rolle gewährt nichts.',
    addScopes: 'Scopes aufnehmen',
    matrix: {
      granted: (number) => `${count.format(number)} gewährt`,
      changes: (added, removed) => `${count.format(added)} aufzunehmen, ${count.format(removed)} zu entfernen`,
      added: '+ aufnehmen',
      removed: '− entfernen',
      discard: 'Verwerfen',
      save: 'Scopes ändern',
      more: (number) => `Das sind die ersten ${count.format(number)}. Geben Sie mehr vom Namen ein.`,
    },
    holders: 'Inhaber',
    take: 'Entfernen',
    takeFrom: (number) => `Bei ${count.format(number)} entfernen`,
    tabs: { scopes: 'Scopes', holders: 'Inhaber' },
  },
  administrators: {
    machines: 'Anwendungen in Organisationen',
    text: 'Die Rollen, die Berechtigungen der Management API gewähren, und wer sie hat.',
    permissions: (number) => `${count.format(number)} ${number === 1 ? 'Berechtigung' : 'Berechtigungen'}`,
    members: 'Mitglieder von Organisationen',
  },
  organizationRoles: {
    title: 'Organisationsrollen',
    empty: 'Eine Organisationsrolle gewährt Mitgliedern Scopes, nur in ihrer Organisation. Legen Sie die erste an.',
  },
  organizationScopes: {
    title: 'Organisations-Scopes',
    empty:
      'Ein Organisations-Scope ist eine Berechtigung, die Organisationsrollen in einer Organisation gewähren. Legen Sie den ersten an.',
    create: 'Neuer Organisations-Scope',
    noRoles: 'Keine Organisationsrolle gewährt diesen Scope.',
  },
};

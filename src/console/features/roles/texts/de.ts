import { count } from '../../../words/de-numbers.ts';
import type { Texts } from './en.ts';

export const texts: Texts = {
  roles: {
    title: 'Rollen',
    empty: 'Eine Rolle gewährt Scopes denen, die sie haben. Erstellen Sie die erste.',
    default: 'Für neue Benutzer',
    scopes: 'Scopes von API-Ressourcen',
    noScopes: 'Kein Scope: sie gewährt nichts.',
    addScopes: 'Scopes hinzufügen',
    matrix: {
      granted: (number) => `${count.format(number)} gewährt`,
      changes: (added, removed) => `${count.format(added)} hinzuzufügen, ${count.format(removed)} zu entfernen`,
      added: '+ hinzufügen',
      removed: '− entfernen',
      discard: 'Verwerfen',
      save: 'Scopes ändern',
      more: (number) => `Das sind die ersten ${count.format(number)}. Geben Sie mehr vom Namen ein.`,
    },
    holders: 'Inhaber',
    noHolders: 'Kein Benutzer hat sie.',
    allHolders: 'Alle Benutzer mit dieser Rolle',
    noMachines: 'Keine Anwendung hat diese Rolle.',
    give: 'Zuweisen',
    take: 'Entziehen',
    takeFrom: (number) => `Bei ${count.format(number)} entziehen`,
    tabs: { scopes: 'Scopes', holders: 'Inhaber' },
  },
  administrators: {
    machines: 'Anwendungen in Organisationen',
    text: 'Die Rollen, die Rechte der Management-API geben, und wer sie hat.',
    permissions: (number) => `${count.format(number)} ${number === 1 ? 'Recht' : 'Rechte'}`,
    members: 'Mitglieder von Organisationen',
    onlyOne: 'Nur diese Person kann anderen Rollen zuweisen. Weisen Sie einer zweiten eine solche Rolle zu.',
  },
  organizationRoles: {
    title: 'Organisationsrollen',
    empty: 'Eine Organisationsrolle gewährt Mitgliedern Scopes, nur in ihrer Organisation. Erstellen Sie die erste.',
  },
  organizationScopes: {
    title: 'Organisations-Scopes',
    empty:
      'Ein Organisations-Scope ist ein Recht, das Organisationsrollen in einer Organisation geben. Erstellen Sie den ersten.',
    create: 'Neuer Organisations-Scope',
    noRoles: 'Keine Organisationsrolle gibt ihn.',
  },
};

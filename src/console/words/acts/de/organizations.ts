import type { OperationWords } from '../../../../vocabulary/operation-words.ts';

/** Operations on organizations, in German. */
export const organizations: Readonly<Record<string, OperationWords>> = {
  createOrganization: { title: 'Organisation anlegen', button: 'Organisation anlegen', danger: null },
  updateOrganization: { title: '{organizationId} bearbeiten', button: 'Änderungen speichern', danger: null },
  deleteOrganization: {
    title: '{organizationId} löschen',
    button: '{organizationId} löschen',
    danger: 'Alle Mitgliedschaften und Einladungen enden mit ihr. Das lässt sich nicht rückgängig machen.',
  },
  addOrganizationMembers: {
    title: '{userIds} in {organizationId} aufnehmen',
    button: '{userIds} aufnehmen',
    note: 'Bestehende Mitgliedschaften bleiben unverändert.',
    danger: null,
  },
  replaceOrganizationMembers: {
    title: 'Alle Mitglieder für {organizationId} ersetzen',
    button: 'Mitglieder ersetzen',
    danger: 'Wer hier nicht ausgewählt ist, wird entfernt und verliert seine Organisationsrollen.',
  },
  setOrganizationMember: {
    title: '{userId} mit Rollen in {organizationId} aufnehmen',
    button: '{userId} aufnehmen',
    danger: null,
  },
  removeOrganizationMember: {
    title: '{userId} als Mitglied entfernen: {organizationId}',
    button: '{userId} entfernen',
    danger: 'Die Mitgliedschaft endet, und mit ihr die Organisationsrollen.',
  },
  setOrganizationMemberRoles: {
    title: 'Rollen für {userId} ändern: {organizationId}',
    button: 'Rollen speichern',
    danger: null,
  },
  addOrganizationApplications: {
    title: '{applicationIds} in {organizationId} aufnehmen',
    button: '{applicationIds} aufnehmen',
    note: 'Bestehende Mitgliedschaften bleiben unverändert.',
    danger: null,
  },
  replaceOrganizationApplications: {
    title: 'Alle Anwendungen für {organizationId} ersetzen',
    button: 'Anwendungen ersetzen',
    danger: 'Was hier nicht ausgewählt ist, wird entfernt und verliert seine Organisationsrollen.',
  },
  removeOrganizationApplication: {
    title: '{applicationId} als Mitglied entfernen: {organizationId}',
    button: '{applicationId} entfernen',
    danger: 'Die Mitgliedschaft endet, und mit ihr die Organisationsrollen.',
  },
  setOrganizationApplicationRoles: {
    title: 'Rollen für {applicationId} ändern: {organizationId}',
    button: 'Rollen speichern',
    danger: null,
  },
  setOrganizationDomain: {
    title: 'Personen über {domain} beitreten lassen: {organizationId}',
    button: 'Domain speichern',
    danger: null,
  },
  removeOrganizationDomain: {
    title: '{domain} entfernen: {organizationId}',
    button: '{domain} entfernen',
    danger: 'Über diese Domain tritt niemand mehr bei. Wer beigetreten ist, bleibt Mitglied.',
  },
  createOrganizationInvitation: { title: 'In {organizationId} einladen', button: 'Einladung senden', danger: null },
  resendOrganizationInvitation: {
    title: 'Einladung für {organizationInvitationId} erneut senden',
    button: 'Erneut senden',
    danger: null,
  },
  setOrganizationInvitationStatus: {
    title: 'Einladung für {organizationInvitationId} annehmen oder widerrufen',
    button: 'Annehmen oder widerrufen',
    danger: null,
    when: {
      field: 'status',
      values: {
        ACCEPTED: {
          title: 'Einladung für {organizationInvitationId} annehmen',
          button: 'Einladung annehmen',
          danger: null,
        },
        REVOKED: {
          title: 'Einladung für {organizationInvitationId} widerrufen',
          button: 'Einladung widerrufen',
          danger: 'Der Link wird sofort ungültig.',
        },
      },
    },
  },
  deleteOrganizationInvitation: {
    title: 'Einladung für {organizationInvitationId} löschen',
    button: 'Einladung löschen',
    danger:
      'Der Link wird ungültig. Wer die Einladung angenommen hat, bleibt Mitglied. Das lässt sich nicht rückgängig machen.',
  },
  createOrganizationRole: { title: 'Organisationsrolle anlegen', button: 'Organisationsrolle anlegen', danger: null },
  updateOrganizationRole: { title: '{organizationRoleId} bearbeiten', button: 'Änderungen speichern', danger: null },
  deleteOrganizationRole: {
    title: '{organizationRoleId} löschen',
    button: '{organizationRoleId} löschen',
    danger: 'Alle Mitglieder mit dieser Rolle verlieren, was sie gewährt. Das lässt sich nicht rückgängig machen.',
  },
  addOrganizationRoleScopes: {
    title: '{organizationScopeIds} in {organizationRoleId} aufnehmen',
    button: '{organizationScopeIds} aufnehmen',
    note: 'Was die Rolle schon gewährt, bleibt.',
    danger: null,
  },
  replaceOrganizationRoleScopes: {
    title: 'Alle Organisations-Scopes für {organizationRoleId} ersetzen',
    button: 'Organisations-Scopes ersetzen',
    note: 'Die Scopes von API-Ressourcen bleiben.',
    danger: null,
  },
  removeOrganizationRoleScope: {
    title: '{organizationScopeId} entfernen: {organizationRoleId}',
    button: '{organizationScopeId} entfernen',
    danger: 'Alle Mitglieder mit dieser Rolle verlieren diesen Scope, sofern keine andere Rolle ihn gewährt.',
  },
  addOrganizationRoleApiScopes: {
    title: '{scopeIds} in {organizationRoleId} aufnehmen',
    button: '{scopeIds} aufnehmen',
    note: 'Was die Rolle schon gewährt, bleibt. Neue Access-Token der Mitglieder mit dieser Rolle enthalten sie.',
    danger: null,
  },
  replaceOrganizationRoleApiScopes: {
    title: 'Alle Scopes von API-Ressourcen für {organizationRoleId} ersetzen',
    button: 'Scopes ersetzen',
    note: 'Die Organisations-Scopes bleiben.',
    danger: null,
  },
  removeOrganizationRoleApiScope: {
    title: '{scopeId} entfernen: {organizationRoleId}',
    button: '{scopeId} entfernen',
    danger: 'Alle Mitglieder mit dieser Rolle verlieren diesen Scope, sofern keine andere Rolle ihn gewährt.',
  },
  createOrganizationScope: {
    title: 'Organisations-Scope anlegen',
    button: 'Organisations-Scope anlegen',
    danger: null,
  },
  updateOrganizationScope: {
    title: '{organizationScopeId} bearbeiten',
    button: 'Änderungen speichern',
    note: 'Der Name lässt sich nicht ändern, weil ausgestellte Token ihn enthalten.',
    danger: null,
  },
  deleteOrganizationScope: {
    title: '{organizationScopeId} löschen',
    button: '{organizationScopeId} löschen',
    danger: 'Der Scope wird aus allen Organisationsrollen entfernt. Das lässt sich nicht rückgängig machen.',
  },
  setOrganizationMembers: {
    title: '{items} mit Rollen in {organizationId} aufnehmen',
    button: '{items} aufnehmen',
    danger: null,
  },
  removeOrganizationMembers: {
    title: '{items} als Mitglieder entfernen: {organizationId}',
    button: '{items} entfernen',
    danger: 'Die Mitgliedschaften enden, und mit ihnen die Organisationsrollen.',
  },
  setOrganizationInvitationsStatus: {
    title: 'Einladungen für {items} annehmen oder widerrufen',
    button: 'Annehmen oder widerrufen',
    danger: null,
    when: {
      field: 'status',
      values: {
        ACCEPTED: { title: 'Einladungen für {items} annehmen', button: 'Einladungen annehmen', danger: null },
        REVOKED: {
          title: 'Einladungen für {items} widerrufen',
          button: 'Einladungen widerrufen',
          danger: 'Die Links werden sofort ungültig.',
        },
      },
    },
  },
};

import type { OperationWords } from '../../../../vocabulary/operation-words.ts';

/** Operations on roles, API resources and applications, in German. */
export const access: Readonly<Record<string, OperationWords>> = {
  createRole: { title: 'Rolle anlegen', button: 'Rolle anlegen', danger: null },
  updateRole: { title: '{roleId} bearbeiten', button: 'Änderungen speichern', danger: null },
  deleteRole: {
    title: '{roleId} löschen',
    button: '{roleId} löschen',
    danger: 'Alle, die diese Rolle haben, verlieren, was sie gewährt. Das lässt sich nicht rückgängig machen.',
  },
  addRoleScopes: {
    title: '{scopeIds} in {roleId} aufnehmen',
    button: '{scopeIds} aufnehmen',
    note: 'Was die Rolle schon gewährt, bleibt.',
    danger: null,
  },
  replaceRoleScopes: { title: 'Alle Scopes für {roleId} ersetzen', button: 'Scopes ersetzen', danger: null },
  removeRoleScope: {
    title: '{scopeId} entfernen: {roleId}',
    button: '{scopeId} entfernen',
    danger: 'Alle, die diese Rolle haben, verlieren diesen Scope, sofern keine andere Rolle ihn gewährt.',
  },
  createApiResource: { title: 'API-Ressource anlegen', button: 'API-Ressource anlegen', danger: null },
  updateApiResource: { title: '{apiResourceId} bearbeiten', button: 'Änderungen speichern', danger: null },
  deleteApiResource: {
    title: '{apiResourceId} löschen',
    button: '{apiResourceId} löschen',
    danger:
      'Auch ihre Scopes werden gelöscht, aus allen Rollen und Organisationsrollen. Das lässt sich nicht rückgängig machen.',
  },
  createScope: { title: 'Scope für {apiResourceId} anlegen', button: 'Scope anlegen', danger: null },
  updateScope: {
    title: '{scopeId} bearbeiten',
    button: 'Änderungen speichern',
    note: 'Der Name lässt sich nicht ändern, weil ausgestellte Token ihn enthalten.',
    danger: null,
  },
  deleteScope: {
    title: '{scopeId} löschen',
    button: '{scopeId} löschen',
    danger: 'Der Scope wird aus allen Rollen und Organisationsrollen entfernt. Das lässt sich nicht rückgängig machen.',
  },
  createApplication: { title: 'Anwendung anlegen', button: 'Anwendung anlegen', danger: null },
  updateApplication: { title: '{applicationId} bearbeiten', button: 'Änderungen speichern', danger: null },
  setApplicationSuspended: {
    title: '{applicationId} sperren oder entsperren',
    button: 'Sperren oder entsperren',
    danger: null,
    when: {
      field: 'isSuspended',
      values: {
        true: {
          title: '{applicationId} sperren',
          button: '{applicationId} sperren',
          danger: 'Die Token der Anwendung werden sofort ungültig. Neue erhält sie erst, wenn sie entsperrt wird.',
        },
        false: { title: '{applicationId} entsperren', button: '{applicationId} entsperren', danger: null },
      },
    },
  },
  setApplicationTokenExchange: {
    title: 'Token-Austausch für {applicationId} erlauben oder verbieten',
    button: 'Token-Austausch erlauben oder verbieten',
    danger: null,
    when: {
      field: 'tokenExchangeAllowed',
      values: {
        true: {
          title: 'Token-Austausch für {applicationId} erlauben',
          button: 'Token-Austausch erlauben',
          note: 'Die Anwendung darf dann innerhalb ihrer Regeln Token austauschen; ohne Regeln für jede API. Sie erhält nie mehr, als der Benutzer darf.',
          danger: null,
        },
        false: {
          title: 'Token-Austausch für {applicationId} verbieten',
          button: 'Token-Austausch verbieten',
          danger:
            'Die Anwendung kann nicht mehr für Benutzer handeln: Sie erhält durch Austausch keine Token mehr. Die für die Management API enden sofort, die übrigen mit ihrem Ablauf.',
        },
      },
    },
  },
  setApplicationAccountApi: {
    title: 'Konto-API für {applicationId} erlauben oder verbieten',
    button: 'Konto-API erlauben oder verbieten',
    danger: null,
    when: {
      field: 'accountApiAllowed',
      values: {
        true: {
          title: 'Konto-API für {applicationId} erlauben',
          button: 'Konto-API erlauben',
          note: 'Das geht nur bei einer eigenen Anwendung, bei der sich Personen anmelden.',
          danger: null,
        },
        false: {
          title: 'Konto-API für {applicationId} verbieten',
          button: 'Konto-API verbieten',
          danger:
            'Benutzer können dort ihr Konto nicht mehr verwalten: Die Token für die Konto-API werden sofort ungültig.',
        },
      },
    },
  },
  setApplicationManagementApi: {
    title: 'Management API für {applicationId} erlauben oder verbieten',
    button: 'Management API erlauben oder verbieten',
    danger: null,
    when: {
      field: 'managementApiAllowed',
      values: {
        true: {
          title: 'Management API für {applicationId} erlauben',
          button: 'Management API erlauben',
          note: 'Nur wer alle Berechtigungen hat, kann es erlauben.',
          danger: null,
        },
        false: {
          title: 'Management API für {applicationId} verbieten',
          button: 'Management API verbieten',
          danger:
            'Token für die Management API, die die Anwendung durch Austausch erhalten hat, werden sofort ungültig.',
        },
      },
    },
  },
  setApplicationImpersonation: {
    title: 'Handeln im Namen anderer über {applicationId} erlauben oder verbieten',
    button: 'Handeln im Namen anderer erlauben oder verbieten',
    danger: null,
    when: {
      field: 'impersonationAllowed',
      values: {
        true: {
          title: 'Handeln im Namen anderer über {applicationId} erlauben',
          button: 'Handeln im Namen anderer erlauben',
          note: 'Nur wer alle Berechtigungen hat, kann es erlauben. Administratoren können in der Anwendung dann im Namen anderer Benutzer handeln, und die Benutzer sehen es.',
          danger: null,
        },
        false: {
          title: 'Handeln im Namen anderer über {applicationId} verbieten',
          button: 'Handeln im Namen anderer verbieten',
          danger:
            'Administratoren können in der Anwendung nicht mehr im Namen anderer handeln. Was läuft, endet sofort.',
        },
      },
    },
  },
  setApplicationExchangePolicy: {
    title: 'Regeln von {applicationId} für den Token-Austausch festlegen',
    button: 'Regeln speichern',
    note: 'Die Regeln gelten ab dem nächsten Austausch. Token, die die Anwendung schon hat, bleiben gültig.',
    danger: null,
  },
  setServedResources: {
    title: 'API-Ressourcen festlegen, die {applicationId} bedient',
    button: 'API-Ressourcen speichern',
    note: '{applicationId} ist diese API: Token für sie gehen an {applicationId}.',
    danger: null,
  },
  deleteApplication: {
    title: '{applicationId} löschen',
    button: '{applicationId} löschen',
    danger:
      'Geheimnisse, Mitgliedschaften und Token der Anwendung werden sofort ungültig. Das lässt sich nicht rückgängig machen.',
  },
  addApplicationSecret: {
    title: 'Geheimnis für {applicationId} hinzufügen',
    button: 'Geheimnis hinzufügen',
    note: 'Das Geheimnis wird einmal gezeigt, gleich nachdem es erzeugt ist.',
    danger: null,
  },
  replaceApplicationSecret: {
    title: '{secretId} ersetzen',
    button: '{secretId} ersetzen',
    danger: 'Das ersetzte wird nach der Übergangszeit nicht mehr angenommen: Geben Sie der Anwendung vorher das neue.',
  },
  startSignInTrial: {
    title: 'Anmeldung bei {applicationId} ausprobieren',
    button: 'Probeanmeldung starten',
    note: 'Sie melden sich als Sie selbst an und sehen danach, was die Anwendung erhielte. Deren Token enden sofort.',
    danger: null,
  },
  revokeApplicationSecret: {
    title: '{secretId} widerrufen',
    button: '{secretId} widerrufen',
    danger:
      'Es wird sofort ungültig: Wer es noch benutzt, kann sich nicht mehr anmelden. Das lässt sich nicht rückgängig machen.',
  },
  assignApplicationRoles: {
    title: '{roleIds} an {applicationId} vergeben',
    button: '{roleIds} vergeben',
    note: 'Vorhandene Rollen bleiben.',
    danger: null,
  },
  replaceApplicationRoles: {
    title: 'Alle Rollen für {applicationId} ersetzen',
    button: 'Rollen ersetzen',
    danger: null,
  },
  removeApplicationRole: {
    title: '{roleId} für {applicationId} entfernen',
    button: '{roleId} entfernen',
    danger: '{applicationId} verliert, was diese Rolle gewährt.',
  },
};

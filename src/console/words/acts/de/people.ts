import type { OperationWords } from '../../../../vocabulary/operation-words.ts';

/** Operations on people and jobs, in German. */
export const people: Readonly<Record<string, OperationWords>> = {
  createUser: {
    title: 'Benutzer anlegen',
    button: 'Benutzer anlegen',
    note: 'Benutzer melden sich mit E-Mail-Adresse, Benutzername oder Telefonnummer an. Füllen Sie eines davon aus.',
    danger: null,
  },
  updateUser: { title: '{userId} bearbeiten', button: 'Änderungen speichern', danger: null },
  updateUserCustomData: {
    title: 'Eigene Daten für {userId} bearbeiten',
    button: 'Eigene Daten speichern',
    danger: null,
  },
  updateUserProfile: { title: 'Profil für {userId} bearbeiten', button: 'Profil speichern', danger: null },
  updateMyPreferences: {
    title: 'Eigene Einstellungen bearbeiten',
    button: 'Einstellungen speichern',
    note: 'Niemand sonst kann sie lesen.',
    danger: null,
  },
  setUserPassword: {
    title: 'Passwort für {userId} festlegen',
    button: 'Passwort festlegen',
    danger: 'Alle Sitzungen und Token enden sofort, und das alte Passwort wird ungültig.',
  },
  unlockUser: { title: '{userId} freigeben', button: '{userId} freigeben', danger: null },
  setUserSuspended: {
    title: '{userId} sperren oder entsperren',
    button: 'Sperren oder entsperren',
    danger: null,
    when: {
      field: 'isSuspended',
      values: {
        true: {
          title: '{userId} sperren',
          button: '{userId} sperren',
          danger:
            'Alle Sitzungen und Token enden sofort. Mit diesem Konto kann sich niemand anmelden, bis es entsperrt wird.',
        },
        false: { title: '{userId} entsperren', button: '{userId} entsperren', danger: null },
      },
    },
  },
  removeUserFactors: {
    title: 'Anmeldefaktoren für {userId} entfernen',
    button: 'Faktoren entfernen',
    danger: 'Was entfernt wird, ist sofort ungültig: Passkeys, Authenticator-Apps, Backup-Codes.',
  },
  requireUserReset: {
    title: 'Neues Passwort für {userId} verlangen',
    button: 'Neues Passwort verlangen',
    note: 'Bei der nächsten Anmeldung. Bis dahin laufen Sitzungen weiter.',
    danger: null,
  },
  createSubjectToken: {
    title: 'Im Namen von {userId} handeln',
    button: 'Token erstellen',
    note: 'Eine Anwendung, die das darf, tauscht das Token einmal aus und handelt dann im Namen dieses Benutzers.',
    danger: null,
  },
  endImpersonation: {
    title: 'Handeln im Namen von {userId} beenden',
    button: 'Handeln beenden',
    danger: 'Die Token, mit denen jemand im Namen dieses Benutzers handelt, enden sofort.',
  },
  endUserSession: {
    title: 'Eine Sitzung für {userId} beenden',
    button: 'Sitzung beenden',
    danger: 'Was Anwendungen in dieser Sitzung erhalten haben, endet sofort, auch der Offline-Zugriff.',
  },
  endUserSessions: {
    title: 'Alle Sitzungen für {userId} beenden',
    button: 'Alle Sitzungen beenden',
    danger: 'Sitzungen, begonnene Anmeldungen, Zustimmungen und Token enden sofort.',
  },
  deleteUser: {
    title: '{userId} löschen',
    button: '{userId} löschen',
    danger:
      'Das Konto, seine Mitgliedschaften, Sitzungen und Token enden sofort. Das lässt sich nicht rückgängig machen.',
  },
  assignUserRoles: {
    title: '{roleIds} an {userId} vergeben',
    button: '{roleIds} vergeben',
    note: 'Vorhandene Rollen bleiben.',
    danger: null,
  },
  replaceUserRoles: { title: 'Alle Rollen für {userId} ersetzen', button: 'Rollen ersetzen', danger: null },
  removeUserRole: {
    title: '{roleId} für {userId} entfernen',
    button: '{roleId} entfernen',
    danger: '{userId} verliert, was diese Rolle gewährt.',
  },
  createOneTimeToken: { title: 'Einmal-Link erstellen', button: 'Einmal-Link erstellen', danger: null },
  revokeOneTimeToken: {
    title: '{oneTimeTokenId} widerrufen',
    button: 'Einmal-Link widerrufen',
    danger: 'Der Link wird sofort ungültig. Das lässt sich nicht rückgängig machen.',
  },
  startJob: {
    title: 'Für viele Benutzer ausführen',
    button: 'Auftrag starten',
    note: 'Ihr eigenes Konto ist ausgenommen.',
    danger: null,
    when: {
      field: 'operation',
      values: {
        SET_USER_SUSPENDED: {
          title: 'Alle passenden Benutzer sperren oder entsperren',
          button: 'Auftrag starten',
          danger: null,
          when: {
            field: 'isSuspended',
            values: {
              true: {
                title: 'Alle passenden Benutzer sperren',
                button: 'Benutzer sperren',
                danger:
                  'Alle Sitzungen und Token dieser Benutzer enden sofort. Bis sie entsperrt werden, kann sich keiner von ihnen anmelden.',
              },
              false: { title: 'Alle passenden Benutzer entsperren', button: 'Benutzer entsperren', danger: null },
            },
          },
        },
        DELETE_USER: {
          title: 'Alle passenden Benutzer löschen',
          button: 'Benutzer löschen',
          danger:
            'Konten, Mitgliedschaften, Sitzungen und Token dieser Benutzer enden. Das lässt sich nicht rückgängig machen.',
        },
        END_USER_SESSIONS: {
          title: 'Alle Sitzungen aller passenden Benutzer beenden',
          button: 'Alle Sitzungen beenden',
          danger: 'Sitzungen, begonnene Anmeldungen, Zustimmungen und Token enden.',
        },
        ASSIGN_USER_ROLES: {
          title: '{roleIds} an alle passenden Benutzer vergeben',
          button: 'Rollen vergeben',
          danger: null,
        },
        REMOVE_USER_ROLE: {
          title: '{roleId} für alle passenden Benutzer entfernen',
          button: 'Rolle entfernen',
          danger: 'Diese Benutzer verlieren, was die Rolle gewährt.',
        },
        SET_ORGANIZATION_MEMBER: {
          title: 'Alle passenden Benutzer in {organizationId} aufnehmen',
          button: 'Benutzer aufnehmen',
          danger: null,
        },
        REMOVE_ORGANIZATION_MEMBER: {
          title: 'Alle passenden Benutzer als Mitglieder entfernen: {organizationId}',
          button: 'Benutzer entfernen',
          danger: 'Die Mitgliedschaften enden, und mit ihnen die Organisationsrollen.',
        },
      },
    },
  },
  cancelJob: {
    title: 'Auftrag abbrechen',
    button: 'Auftrag abbrechen',
    danger: 'Begonnene Änderungen werden noch abgeschlossen. Was schon geändert ist, bleibt geändert.',
  },
  createUsers: { title: 'Mehrere Benutzer anlegen', button: 'Benutzer anlegen', danger: null },
  setUsersSuspended: {
    title: '{items} sperren oder entsperren',
    button: 'Sperren oder entsperren',
    danger: null,
    when: {
      field: 'isSuspended',
      values: {
        true: {
          title: '{items} sperren',
          button: '{items} sperren',
          danger:
            'Alle Sitzungen und Token dieser Benutzer enden sofort. Bis sie entsperrt werden, kann sich keiner von ihnen anmelden.',
        },
        false: { title: '{items} entsperren', button: '{items} entsperren', danger: null },
      },
    },
  },
  deleteUsers: {
    title: '{items} löschen',
    button: '{items} löschen',
    danger:
      'Konten, Mitgliedschaften, Sitzungen und Token dieser Benutzer enden sofort. Das lässt sich nicht rückgängig machen.',
  },
  assignUsersRoles: {
    title: '{roleIds} an {items} vergeben',
    button: '{roleIds} an {items} vergeben',
    note: 'Vorhandene Rollen bleiben.',
    danger: null,
  },
  removeUsersRole: {
    title: '{roleId} für {items} entfernen',
    button: '{roleId} für {items} entfernen',
    danger: 'Diese Benutzer verlieren, was die Rolle gewährt.',
  },
  endUsersSessions: {
    title: 'Alle Sitzungen für {items} beenden',
    button: 'Alle Sitzungen für {items} beenden',
    danger: 'Sitzungen, begonnene Anmeldungen, Zustimmungen und Token enden sofort.',
  },
};

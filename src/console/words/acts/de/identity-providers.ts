import type { OperationWords } from '../../../../vocabulary/operation-words.ts';

/** Operations on identity providers and identities, in German. */
export const identityProviders: Readonly<Record<string, OperationWords>> = {
  createIdentityProvider: {
    title: 'Identitätsanbieter anlegen',
    button: 'Identitätsanbieter anlegen',
    danger: null,
  },
  updateIdentityProvider: {
    title: '{identityProviderId} bearbeiten',
    button: 'Änderungen speichern',
    note: 'Mit einem neuen Aussteller oder Token-Endpunkt muss das Geheimnis neu eingegeben werden.',
    danger: null,
  },
  setIdentityProviderEnabled: {
    title: '{identityProviderId} ein- oder ausschalten',
    button: 'Ein- oder ausschalten',
    danger: null,
    when: {
      field: 'isEnabled',
      values: {
        true: {
          title: '{identityProviderId} einschalten',
          button: '{identityProviderId} einschalten',
          note: 'Ab jetzt kann man sich damit anmelden.',
          danger: null,
        },
        false: {
          title: '{identityProviderId} ausschalten',
          button: '{identityProviderId} ausschalten',
          danger:
            'Wer sich damit anmeldet, braucht einen anderen Weg, bis er wieder eingeschaltet wird. Sitzungen gehen weiter.',
        },
      },
    },
  },
  startIdentityProviderTrial: {
    title: 'Anmeldung mit {identityProviderId} ausprobieren',
    button: 'Probeanmeldung starten',
    note: 'Sie melden sich beim Anbieter an und sehen danach seine Claims und was daraus folgen würde. Kein Konto wird geändert.',
    danger: null,
  },
  testIdentityProvider: {
    title: '{identityProviderId} prüfen',
    button: 'Einstellungen prüfen',
    note: 'Der Anbieter wird erst beim Klick auf die Schaltfläche aufgerufen. Es meldet sich niemand an.',
    danger: null,
  },
  deleteIdentityProvider: {
    title: '{identityProviderId} löschen',
    button: '{identityProviderId} löschen',
    danger:
      'Damit meldet sich niemand mehr an, und seine Identitäten werden getrennt. Das lässt sich nicht rückgängig machen.',
  },
  setIdentityProviderOrganization: {
    title: 'Benutzer von {identityProviderId} in {organizationId} aufnehmen',
    button: 'Identitätsanbieter speichern',
    danger: null,
  },
  removeIdentityProviderOrganization: {
    title: '{identityProviderId} aus {organizationId} entfernen',
    button: '{identityProviderId} entfernen',
    danger: 'Über diesen Identitätsanbieter tritt niemand mehr bei. Wer beigetreten ist, bleibt Mitglied.',
  },
  unlinkUserIdentity: {
    title: 'Identität von {userId} trennen',
    button: 'Identität trennen',
    danger:
      'Der Benutzer kann sich damit nicht mehr anmelden. Sitzungen gehen weiter. Nur er selbst kann sie wieder verknüpfen: Eine passende E-Mail-Adresse tut es nicht.',
  },
};

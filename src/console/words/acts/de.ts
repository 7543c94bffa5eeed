import { plural } from '../de-numbers.ts';
import type { Acts, EventData, Noun } from './act.ts';
import { access } from './de/access.ts';
import { identityProviders } from './de/identity-providers.ts';
import { organizations } from './de/organizations.ts';
import { people } from './de/people.ts';
import { platform } from './de/platform.ts';
import { sentences } from './de/sentences/index.ts';
import {
  concernsUsers,
  createdWith,
  flagOf,
  hasChanged,
  listChanges,
  numberIn,
  secretNamesIn,
  statusOf,
} from './event-data.ts';

/** In the accusative: all sentences have them as an object. */
const nouns: Readonly<Record<string, Noun>> = {
  user: { title: 'Benutzer', one: 'einen Benutzer', many: 'Benutzer' },
  role: { title: 'Rolle', one: 'eine Rolle', many: 'Rollen' },
  apiResource: { title: 'API-Ressource', one: 'eine API-Ressource', many: 'API-Ressourcen' },
  scope: { title: 'Scope', one: 'einen Scope', many: 'Scopes' },
  application: { title: 'Anwendung', one: 'eine Anwendung', many: 'Anwendungen' },
  applicationSecret: {
    title: 'Geheimnis',
    one: 'ein Geheimnis',
    many: 'Geheimnisse',
    named: (name) => `Geheimnis ${name}`,
  },
  organization: { title: 'Organisation', one: 'eine Organisation', many: 'Organisationen' },
  organizationRole: { title: 'Organisationsrolle', one: 'eine Organisationsrolle', many: 'Organisationsrollen' },
  organizationScope: { title: 'Organisations-Scope', one: 'einen Organisations-Scope', many: 'Organisations-Scopes' },
  organizationInvitation: { title: 'Einladung', one: 'eine Person', many: 'Personen' },
  signingKey: { title: 'Signaturschlüssel', one: 'einen Signaturschlüssel', many: 'Signaturschlüssel' },
  webhook: { title: 'Webhook', one: 'einen Webhook', many: 'Webhooks' },
  webhookDelivery: { title: 'Ereignis', one: 'ein Ereignis', many: 'Ereignisse' },
  connector: { title: 'Konnektor', one: 'einen Konnektor', many: 'Konnektoren' },
  identityProvider: { title: 'Identitätsanbieter', one: 'einen Identitätsanbieter', many: 'Identitätsanbieter' },
  oneTimeToken: { title: 'Einmal-Link', one: 'einen Einmal-Link', many: 'Einmal-Links' },
  job: { title: 'Auftrag', one: 'einen Auftrag', many: 'Aufträge' },
  signInExperience: { title: 'Anmeldeverfahren', one: 'das Anmeldeverfahren', many: 'Anmeldeverfahren' },
  domain: { title: 'Domain', one: 'eine Domain', many: 'Domains' },
};

const compared = listChanges(plural, 'hinzugefügt', 'entfernt');

const suspended = (record: string) => (data: EventData) =>
  flagOf(data, record, 'isSuspended') ? 'gesperrt' : 'entsperrt';

const members = compared('Mitglied', 'Mitglieder', 'addedUserIds', 'removedUserIds');
const applications = compared('Anwendung', 'Anwendungen', 'addedApplicationIds', 'removedApplicationIds');

const exchange = (data: EventData): string => {
  const isAllowed = flagOf(data, 'application', 'tokenExchangeAllowed');
  if (hasChanged(data, 'tokenExchangeAllowed'))
    return isAllowed ? '{}: Token-Austausch ab jetzt erlaubt' : '{}: Token-Austausch nicht mehr erlaubt';
  if (!hasChanged(data, 'managementApiAllowed')) return 'geändert';
  return flagOf(data, 'application', 'managementApiAllowed')
    ? '{}: Token-Austausch für die Management API ab jetzt erlaubt'
    : '{}: Token-Austausch für die Management API nicht mehr erlaubt';
};

const secrets = (data: EventData): string => {
  const [revoked, added] = [secretNamesIn(data, 'revokedSecrets'), secretNamesIn(data, 'addedSecrets')];
  if (revoked && added) return `Geheimnis ${revoked} durch ${added} ersetzt: {}`;
  return revoked ? `Geheimnis ${revoked} widerrufen: {}` : `Geheimnis ${added} hinzugefügt: {}`;
};

export const acts: Acts = {
  operations: { ...people, ...organizations, ...access, ...platform, ...identityProviders },
  sentences,
  nouns,
  events: {
    'User.Created': createdWith('angelegt', 'roleIds', {
      one: (names) => `mit der Rolle ${names} angelegt`,
      many: (names) => `mit den Rollen ${names} angelegt`,
      counted: (number) => `mit ${plural(number, 'Rolle', 'Rollen')} angelegt`,
    }),
    'User.SuspensionStatus.Updated': suspended('user'),
    'User.Roles.Updated': compared('Rolle', 'Rollen', 'addedRoleIds', 'removedRoleIds'),
    'User.Unlocked': 'freigegeben',
    'User.Sessions.Ended': 'überall abgemeldet',
    'User.Session.Ended': 'in einer Sitzung abgemeldet',
    'User.SignedOut': 'abgemeldet',
    'User.Grant.Revoked': '{}: Berechtigung einer Anwendung zurückgegeben',
    'User.Grant.Replayed': '{}: Code oder Token zweimal verwendet',
    'User.Preferences.Updated': '{}: Einstellungen geändert',
    'User.Device.Removed': '{}: Browser entfernt',
    'User.Consent.Granted': '{}: Zustimmung für eine Anwendung erteilt',
    'User.Impersonation.Prepared': '{}: Handeln im Namen dieses Benutzers vorbereitet',
    'User.Impersonation.Started': '{}: Handeln im Namen dieses Benutzers begonnen',
    'User.Impersonation.Ended': '{}: Handeln im Namen dieses Benutzers beendet',
    'User.Consent.Revoked': '{}: Zustimmung für eine Anwendung widerrufen',
    'User.Data.Exported': '{}: Konto exportiert',
    'Role.Scopes.Updated': compared('Scope', 'Scopes', 'addedScopeIds', 'removedScopeIds'),
    'OrganizationRole.Scopes.Updated': '{}: Scopes geändert',
    'Organization.Membership.Updated': (data, listed) => (concernsUsers(data) ? members : applications)(data, listed),
    'Organization.MemberRoles.Updated': '{}: Rollen eines Mitglieds geändert',
    'Organization.Domains.Updated': '{}: Domains geändert',
    'Organization.IdentityProviders.Updated': '{}: Identitätsanbieter geändert',
    'Application.Created': (data) =>
      flagOf(data, 'application', 'tokenExchangeAllowed') ? 'angelegt, mit erlaubtem Token-Austausch' : 'angelegt',
    'Application.Data.Updated': exchange,
    'Application.SuspensionStatus.Updated': suspended('application'),
    'Application.Roles.Updated': compared('Rolle', 'Rollen', 'addedRoleIds', 'removedRoleIds'),
    'Application.Secrets.Updated': secrets,
    'Application.Authentication.Failing': '{}: Authentifizierung schlägt fehl',
    'Application.Delegation.Started': '{}: erstes Token über einen neuen Weg',
    'Application.Trial.Started': 'ausprobiert',
    'Application.ExchangePolicy.Updated': '{}: Regeln für den Token-Austausch geändert',
    'Application.ServedResources.Updated': compared(
      'API-Ressource',
      'API-Ressourcen',
      'addedApiResourceIds',
      'removedApiResourceIds',
    ),
    'OrganizationInvitation.Updated': (data) =>
      hasChanged(data, 'status')
        ? statusOf(data, { Accepted: 'angenommen', Revoked: 'widerrufen' })
        : 'erneut gesendet',
    'SigningKey.Rotated': 'veröffentlicht',
    'SigningKey.Retired': 'zurückgezogen',
    'Connector.Tested': 'sendet eine Testnachricht',
    'IdentityProvider.Tested': 'getestet',
    'IdentityProvider.Trial.Started': 'ausprobiert',
    'OneTimeToken.Revoked': 'widerrufen',
    'Job.Started': 'gestartet',
    'Job.Cancelled': 'abgebrochen',
    'Webhook.Enabled': 'eingeschaltet',
    'Webhook.Disabled': 'ausgeschaltet',
    'Webhook.Tested': 'erhält ein Testereignis',
    'Webhook.Redelivery.Requested': (data) => {
      const number = numberIn(data, 'deliveryCount');
      return number === 1 ? 'erhält ein Ereignis erneut' : `erhält ${number} Ereignisse erneut`;
    },
    'Webhook.Secret.Rotated': '{}: Geheimnis gewechselt',
  },
  ends: { created: 'angelegt', deleted: 'gelöscht', updated: 'geändert' },
};

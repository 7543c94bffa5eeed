import { plural } from '../en-numbers.ts';
import type { Acts, EventData, Noun } from './act.ts';
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

const nouns: Readonly<Record<string, Noun>> = {
  user: { title: 'User', one: 'a user', many: 'people' },
  role: { title: 'Role', one: 'a role', many: 'roles' },
  apiResource: { title: 'API resource', one: 'an API resource', many: 'API resources' },
  scope: { title: 'Scope', one: 'a scope', many: 'scopes' },
  application: { title: 'Application', one: 'an application', many: 'applications' },
  applicationSecret: { title: 'Secret', one: 'a secret', many: 'secrets', named: (name) => `secret ${name}` },
  organization: { title: 'Organization', one: 'an organization', many: 'organizations' },
  organizationRole: { title: 'Organization role', one: 'an organization role', many: 'organization roles' },
  organizationScope: { title: 'Organization scope', one: 'an organization scope', many: 'organization scopes' },
  organizationInvitation: { title: 'Invitation', one: 'a person', many: 'people' },
  signingKey: { title: 'Signing key', one: 'a signing key', many: 'signing keys' },
  webhook: { title: 'Webhook', one: 'a webhook', many: 'webhooks' },
  webhookDelivery: { title: 'Event', one: 'an event', many: 'events' },
  connector: { title: 'Connector', one: 'a connector', many: 'connectors' },
  identityProvider: { title: 'Identity provider', one: 'an identity provider', many: 'identity providers' },
  oneTimeToken: { title: 'One-time link', one: 'a one-time link', many: 'one-time links' },
  job: { title: 'Job', one: 'a job', many: 'jobs' },
  signInExperience: { title: 'Sign-in experience', one: 'the sign-in experience', many: 'sign-in experiences' },
  domain: { title: 'Domain', one: 'a domain', many: 'domains' },
};

const compared = listChanges(plural, 'added', 'removed');

const suspended = (record: string) => (data: EventData) =>
  flagOf(data, record, 'isSuspended') ? 'suspended' : 'reactivated';

const exchange = (data: EventData): string => {
  if (hasChanged(data, 'tokenExchangeAllowed'))
    return flagOf(data, 'application', 'tokenExchangeAllowed')
      ? '{} may exchange tokens from now on'
      : '{} may no longer exchange tokens';
  if (!hasChanged(data, 'managementApiAllowed')) return 'changed';
  return flagOf(data, 'application', 'managementApiAllowed')
    ? '{} may exchange tokens for the Management API from now on'
    : '{} may no longer exchange tokens for the Management API';
};

const members = compared('member', 'members', 'addedUserIds', 'removedUserIds');
const applications = compared('application', 'applications', 'addedApplicationIds', 'removedApplicationIds');

const secrets = (data: EventData): string => {
  const [revoked, added] = [secretNamesIn(data, 'revokedSecrets'), secretNamesIn(data, 'addedSecrets')];
  if (revoked && added) return `Secret ${revoked} replaced by ${added}: {}`;
  return revoked ? `Secret ${revoked} revoked: {}` : `Secret ${added} added: {}`;
};

export const acts: Acts = {
  operations: {},
  sentences: {},
  nouns,
  events: {
    'User.Created': createdWith('created', 'roleIds', {
      one: (names) => `created with the role ${names}`,
      many: (names) => `created with the roles ${names}`,
      counted: (number) => `created with ${plural(number, 'role', 'roles')}`,
    }),
    'User.SuspensionStatus.Updated': suspended('user'),
    'User.Roles.Updated': compared('role', 'roles', 'addedRoleIds', 'removedRoleIds'),
    'User.Unlocked': 'unlocked',
    'User.Sessions.Ended': 'signed out everywhere',
    'User.Session.Ended': 'signed out of one session',
    'User.SignedOut': 'signed out',
    'User.Grant.Revoked': 'no longer granting an application what it gave back',
    'User.Grant.Replayed': 'with a code or token that was used twice',
    'User.Preferences.Updated': 'with other preferences',
    'User.Device.Removed': 'without a browser',
    'User.Consent.Granted': 'allowing an application to act',
    'User.Impersonation.Prepared': 'about to be acted as',
    'User.Impersonation.Started': 'acted as by an administrator',
    'User.Impersonation.Ended': 'no longer acted as',
    'User.Consent.Revoked': 'no longer allowing an application to act',
    'User.Data.Exported': 'with an export of the account',
    'Role.Scopes.Updated': compared('scope', 'scopes', 'addedScopeIds', 'removedScopeIds'),
    'OrganizationRole.Scopes.Updated': 'with other scopes',
    'Organization.Membership.Updated': (data, listed) => (concernsUsers(data) ? members : applications)(data, listed),
    'Organization.MemberRoles.Updated': 'with other roles of a member',
    'Organization.Domains.Updated': 'with other domains',
    'Organization.IdentityProviders.Updated': 'with other identity providers',
    'Application.Created': (data) =>
      flagOf(data, 'application', 'tokenExchangeAllowed') ? 'created, with token exchange allowed' : 'created',
    'Application.Data.Updated': exchange,
    'Application.SuspensionStatus.Updated': suspended('application'),
    'Application.Roles.Updated': compared('role', 'roles', 'addedRoleIds', 'removedRoleIds'),
    'Application.Secrets.Updated': secrets,
    'Application.Authentication.Failing': 'failing to authenticate',
    'Application.Delegation.Started': 'with a first token over a new path',
    'Application.Trial.Started': 'tried',
    'Application.ExchangePolicy.Updated': '{}: exchange rules changed',
    'Application.ServedResources.Updated': compared(
      'API resource',
      'API resources',
      'addedApiResourceIds',
      'removedApiResourceIds',
    ),
    'OrganizationInvitation.Updated': (data) =>
      hasChanged(data, 'status') ? statusOf(data, { Accepted: 'accepted', Revoked: 'revoked' }) : 'sent again',
    'SigningKey.Rotated': 'published',
    'SigningKey.Retired': 'withdrawn',
    'Connector.Tested': 'sending a test message',
    'IdentityProvider.Tested': 'tested',
    'IdentityProvider.Trial.Started': 'tried',
    'OneTimeToken.Revoked': 'revoked',
    'Job.Started': 'started',
    'Job.Cancelled': 'canceled',
    'Webhook.Enabled': 'enabled',
    'Webhook.Disabled': 'disabled',
    'Webhook.Tested': 'receiving a test event',
    'Webhook.Redelivery.Requested': (data) => {
      const number = numberIn(data, 'deliveryCount');
      return number === 1 ? 'receiving an event again' : `receiving ${number} events again`;
    },
    'Webhook.Secret.Rotated': 'with a new secret',
  },
  ends: { created: 'created', deleted: 'deleted', updated: 'changed' },
};

import { apiResources } from './lists/api-resources.ts';
import { applicationSecrets } from './lists/application-secrets.ts';
import { applications } from './lists/applications.ts';
import { connectors } from './lists/connectors.ts';
import { devices } from './lists/devices.ts';
import { events } from './lists/events.ts';
import { factors } from './lists/factors.ts';
import { identityProviderOrganizations } from './lists/identity-provider-organizations.ts';
import { identityProviders } from './lists/identity-providers.ts';
import { jobs } from './lists/jobs.ts';
import type { List } from './list.ts';
import { oneTimeTokens } from './lists/one-time-tokens.ts';
import { organizationDomains } from './lists/organization-domains.ts';
import { messages } from './lists/messages.ts';
import { organizationInvitations } from './lists/organization-invitations.ts';
import { organizationApplications, organizationMembers } from './lists/organization-members.ts';
import { organizationRoles, organizationScopes } from './lists/organization-roles.ts';
import { organizations } from './lists/organizations.ts';
import { roles } from './lists/roles.ts';
import { scopes } from './lists/scopes.ts';
import { signInAttempts } from './lists/sign-in-attempts.ts';
import { signInExperiences } from './lists/sign-in-experiences.ts';
import { signingKeys } from './lists/signing-keys.ts';
import { userIdentities } from './lists/user-identities.ts';
import { users } from './lists/users.ts';
import { webhookDeliveries } from './lists/webhook-deliveries.ts';
import { webhooks } from './lists/webhooks.ts';
import type { RecordKind } from '../vocabulary/kinds.ts';

/** The list of each kind of record. Callers may read the records that are on their list. */
export const listOf = {
  user: users,
  role: roles,
  apiResource: apiResources,
  scope: scopes,
  application: applications,
  applicationSecret: applicationSecrets,
  organization: organizations,
  organizationUser: organizationMembers,
  organizationApplication: organizationApplications,
  organizationDomain: organizationDomains,
  organizationRole: organizationRoles,
  organizationScope: organizationScopes,
  organizationInvitation: organizationInvitations,
  event: events,
  signingKey: signingKeys,
  connector: connectors,
  identityProvider: identityProviders,
  identityProviderOrganization: identityProviderOrganizations,
  oneTimeToken: oneTimeTokens,
  job: jobs,
  webhook: webhooks,
  webhookDelivery: webhookDeliveries,
  factor: factors,
  device: devices,
  userIdentity: userIdentities,
  signInAttempt: signInAttempts,
  signInExperience: signInExperiences,
  message: messages,
} as const satisfies Record<RecordKind, List>;

/** Lists below their record only: secrets of an application, factors, devices and identities of a user. */
const dependent: readonly List[] = [applicationSecrets, factors, devices, userIdentities];

/** Lists that can be read on their own. */
export const lists: readonly List[] = Object.values(listOf).filter((list) => !dependent.includes(list));

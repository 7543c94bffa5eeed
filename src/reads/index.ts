import { apiResources } from './api-resources.ts';
import { applicationSecrets } from './application-secrets.ts';
import { applications } from './applications.ts';
import { connectors } from './connectors.ts';
import { devices } from './devices.ts';
import { events } from './events.ts';
import { factors } from './factors.ts';
import { jobs } from './jobs.ts';
import type { List } from './list.ts';
import { oneTimeTokens } from './one-time-tokens.ts';
import { organizationDomains } from './organization-domains.ts';
import { messages } from './messages.ts';
import { organizationInvitations } from './organization-invitations.ts';
import { organizationApplications, organizationMembers } from './organization-members.ts';
import { organizationRoles, organizationScopes } from './organization-roles.ts';
import { organizations } from './organizations.ts';
import { roles } from './roles.ts';
import { scopes } from './scopes.ts';
import { signInAttempts } from './sign-in-attempts.ts';
import { signInExperiences } from './sign-in-experiences.ts';
import { signingKeys } from './signing-keys.ts';
import { users } from './users.ts';
import { webhookDeliveries } from './webhook-deliveries.ts';
import { webhooks } from './webhooks.ts';
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
  oneTimeToken: oneTimeTokens,
  job: jobs,
  webhook: webhooks,
  webhookDelivery: webhookDeliveries,
  factor: factors,
  device: devices,
  signInAttempt: signInAttempts,
  signInExperience: signInExperiences,
  message: messages,
} as const satisfies Record<RecordKind, List>;

/** Lists below their record only: secrets of an application, factors and devices of a user. */
const dependent: readonly List[] = [applicationSecrets, factors, devices];

/** Lists that can be read on their own. */
export const lists: readonly List[] = Object.values(listOf).filter((list) => !dependent.includes(list));

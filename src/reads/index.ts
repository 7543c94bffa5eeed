import { apiResources } from './api-resources.ts';
import { applications } from './applications.ts';
import { events } from './events.ts';
import type { List } from './list.ts';
import { organizationInvitations } from './organization-invitations.ts';
import { organizationApplications, organizationMembers } from './organization-members.ts';
import { organizationRoles, organizationScopes } from './organization-roles.ts';
import { organizations } from './organizations.ts';
import { roles } from './roles.ts';
import { scopes } from './scopes.ts';
import { signingKeys } from './signing-keys.ts';
import { users } from './users.ts';
import { webhookDeliveries } from './webhook-deliveries.ts';
import { webhooks } from './webhooks.ts';

/** Every collection that can be read, whatever the door. */
export const lists: readonly List[] = [
  users,
  roles,
  apiResources,
  scopes,
  applications,
  organizations,
  organizationMembers,
  organizationApplications,
  organizationRoles,
  organizationScopes,
  organizationInvitations,
  events,
  signingKeys,
  webhooks,
  webhookDeliveries,
];

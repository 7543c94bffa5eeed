import { applications } from './applications.ts';
import { connectors } from './connectors.ts';
import { identityProviders } from './identity-providers.ts';
import { invitations } from './invitations.ts';
import { jobs } from './jobs.ts';
import { oneTimeTokens } from './one-time-tokens.ts';
import { organizationRoles } from './organization-roles.ts';
import { organizations } from './organizations.ts';
import { rolesAndResources } from './roles-and-resources.ts';
import { signInExperiences } from './sign-in-experiences.ts';
import { users } from './users.ts';
import { webhooks } from './webhooks.ts';
import type { Examples } from './example.ts';

/** An example of every operation that a caller can run. */
export const examples: Examples = {
  ...users,
  ...rolesAndResources,
  ...applications,
  ...organizations,
  ...invitations,
  ...organizationRoles,
  ...connectors,
  ...identityProviders,
  ...signInExperiences,
  ...oneTimeTokens,
  ...jobs,
  ...webhooks,
};

import type { ReactNode } from 'react';
import { HolderList } from './HolderList.tsx';
import { machinesWith, membersWith } from './organization-holder-lists.tsx';
import { useOrganizationRole } from './organization-role.ts';

/** The tab of the members who hold an organization role. */
export const OrganizationRoleHolders = (): ReactNode => (
  <HolderList id={useOrganizationRole().id} listOf={membersWith} permissions={['organizations:read', 'users:read']} />
);

/** The tab of the applications that hold an organization role. */
export const OrganizationRoleApplications = (): ReactNode => (
  <HolderList
    id={useOrganizationRole().id}
    listOf={machinesWith}
    permissions={['organizations:read', 'applications:read']}
  />
);

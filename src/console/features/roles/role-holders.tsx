import type { ReactNode } from 'react';
import { applicationsWith, usersWith } from './holder-lists.tsx';
import { HolderList } from './HolderList.tsx';
import { useRole } from './role.ts';

/** The tab of the users who hold a role. */
export const RoleHolders = (): ReactNode => (
  <HolderList id={useRole().id} listOf={usersWith} permissions={['users:read']} />
);

/** The tab of the applications that hold a role as machines. */
export const RoleApplications = (): ReactNode => (
  <HolderList id={useRole().id} listOf={applicationsWith} permissions={['applications:read']} />
);

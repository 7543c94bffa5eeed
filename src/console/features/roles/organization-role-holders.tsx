import type { ReactNode } from 'react';
import { MachinesWith, MembersWith } from './organization-holders.tsx';
import { useOrganizationRole } from './organization-role.ts';

/** The tab of the holders of an organization role. */
export function OrganizationRoleHolders(): ReactNode {
  const { id } = useOrganizationRole();
  return (
    <div className="columns">
      <MembersWith id={id} />
      <MachinesWith id={id} />
    </div>
  );
}

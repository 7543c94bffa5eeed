import { type ReactNode, useMemo } from 'react';
import { RecordList } from '../../parts/list/RecordList.tsx';
import { machinesWith, membersWith } from './organization-holder-lists.tsx';
import { useOrganizationRole } from './organization-role.ts';

/** The tab of the members who hold an organization role. */
export function OrganizationRoleHolders(): ReactNode {
  const { id } = useOrganizationRole();
  const list = useMemo(() => membersWith(id), [id]);
  return <RecordList list={list} />;
}

/** The tab of the applications that hold an organization role. */
export function OrganizationRoleApplications(): ReactNode {
  const { id } = useOrganizationRole();
  const list = useMemo(() => machinesWith(id), [id]);
  return <RecordList list={list} />;
}

import { type ReactNode, useMemo } from 'react';
import { useMay } from '../../data/viewer.ts';
import { Lacking } from '../../parts/Lacking.tsx';
import { RecordList } from '../../parts/list/RecordList.tsx';
import { membersOf } from './member-list.tsx';
import { useOrganization } from './organization.ts';

/** The members of an organization, with their roles there. */
export function OrganizationMembers(): ReactNode {
  const { id: organizationId } = useOrganization();
  const mayReadUsers = useMay()('users:read', { organizationId });
  const list = useMemo(() => membersOf(organizationId), [organizationId]);
  return mayReadUsers ? <RecordList list={list} /> : <Lacking permissions={['users:read']} />;
}

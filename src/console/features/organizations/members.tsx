import { type ReactNode, useMemo } from 'react';
import { RecordList } from '../../parts/list/RecordList.tsx';
import { membersOf } from './member-list.tsx';
import { useOrganization } from './organization.ts';

/** The members of an organization, with their roles there. */
export function OrganizationMembers(): ReactNode {
  const { id: organizationId } = useOrganization();
  const list = useMemo(() => membersOf(organizationId), [organizationId]);
  return <RecordList list={list} />;
}

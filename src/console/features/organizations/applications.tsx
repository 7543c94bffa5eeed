import { type ReactNode, useMemo } from 'react';
import { RecordList } from '../../parts/list/RecordList.tsx';
import { applicationsOf } from './application-list.tsx';
import { useOrganization } from './organization.ts';

/** The applications that act in an organization, with their roles there. */
export function OrganizationApplications(): ReactNode {
  const { id: organizationId } = useOrganization();
  const list = useMemo(() => applicationsOf(organizationId), [organizationId]);
  return <RecordList list={list} />;
}

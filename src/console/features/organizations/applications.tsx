import { type ReactNode, useMemo } from 'react';
import { useMay } from '../../data/viewer.ts';
import { Lacking } from '../../parts/Lacking.tsx';
import { RecordList } from '../../parts/list/RecordList.tsx';
import { applicationsOf } from './application-list.tsx';
import { useOrganization } from './organization.ts';

/** The applications that act in an organization, with their roles there. */
export function OrganizationApplications(): ReactNode {
  const { id: organizationId } = useOrganization();
  const mayRead = useMay()('applications:read', { organizationId });
  const list = useMemo(() => applicationsOf(organizationId), [organizationId]);
  return mayRead ? <RecordList list={list} /> : <Lacking permissions={['applications:read']} />;
}

import { type ReactNode, useMemo } from 'react';
import { RecordList } from '../../parts/list/RecordList.tsx';
import { invitations } from './invitation-list.tsx';
import { useOrganization } from './organization.ts';

/** The invitations to an organization. */
export function OrganizationInvitations(): ReactNode {
  const { id: organizationId } = useOrganization();
  const list = useMemo(
    () => ({
      ...invitations,
      columns: invitations.columns.filter(({ key }) => key !== 'organization'),
      filters: invitations.filters.filter(({ key }) => key !== 'organizationId'),
      ...(invitations.create ? { create: { ...invitations.create, input: { organizationId } } } : {}),
      within: { organizationId },
    }),
    [organizationId],
  );
  return <RecordList list={list} />;
}

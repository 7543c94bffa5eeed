import { type ReactNode, useMemo } from 'react';
import { RecordList } from '../../parts/list/RecordList.tsx';
import { machinesWith, membersWith } from './organization-holder-lists.tsx';
import { useOrganizationRole } from './organization-role.ts';
import { useHolderTexts } from './use-holder-texts.ts';

/** The tab of the members who hold an organization role. */
export function OrganizationRoleHolders(): ReactNode {
  const { id } = useOrganizationRole();
  const texts = useHolderTexts();
  const list = useMemo(() => membersWith(id, texts), [id, texts]);
  return <RecordList list={list} />;
}

/** The tab of the applications that hold an organization role. */
export function OrganizationRoleApplications(): ReactNode {
  const { id } = useOrganizationRole();
  const texts = useHolderTexts();
  const list = useMemo(() => machinesWith(id, texts), [id, texts]);
  return <RecordList list={list} />;
}

import { type ReactNode, useMemo } from 'react';
import { RecordList } from '../../parts/list/RecordList.tsx';
import { applicationsWith, usersWith } from './holder-lists.tsx';
import { useRole } from './role.ts';
import { useHolderTexts } from './use-holder-texts.ts';

/** The tab of the users who hold a role. */
export function RoleHolders(): ReactNode {
  const { id } = useRole();
  const texts = useHolderTexts();
  const list = useMemo(() => usersWith(id, texts), [id, texts]);
  return <RecordList list={list} />;
}

/** The tab of the applications that hold a role as machines. */
export function RoleApplications(): ReactNode {
  const { id } = useRole();
  const texts = useHolderTexts();
  const list = useMemo(() => applicationsWith(id, texts), [id, texts]);
  return <RecordList list={list} />;
}

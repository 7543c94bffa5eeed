import { Navigate, Outlet, useMatches } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { useMay, type Where } from '../../data/viewer.ts';
import { Lacking } from '../access/Lacking.tsx';
import { Loading } from '../Loading.tsx';
import { TabbedId } from './record-context.ts';
import { RecordHeader, type RecordHeaderProps } from './RecordHeader.tsx';

interface Tab {
  /** The path that follows the address of the record, such as "/events"; empty for the first tab. */
  path: string;
  title: string;
  /** The permissions that it requires, besides the one for the record, and where; default: none, and everywhere. */
  permissions?: readonly string[];
  where?: Where;
}

interface Props extends Omit<RecordHeaderProps, 'tabs' | 'tab'> {
  /** Address of the record. */
  path: string;
  tabs: readonly Tab[];
}

/**
 * The page of a record: its head, and the tab in the address. Tabs that the viewer may not use are not offered; if the
 * first one is not, the address of the record leads to the next.
 */
export function TabbedRecord({ path, tabs, ...head }: Props): ReactNode {
  const may = useMay();
  // Of what is shown: the address is ahead of it while the next page loads.
  const pathname: string = useMatches().at(-1)?.pathname ?? path;
  const lackedBy = ({ permissions = [], where }: Tab): string[] => permissions.filter((name) => !may(name, where));
  const current = tabs.find((tab) => tab.path === pathname.slice(path.length).replace(/\/$/, ''));
  const offered = tabs.filter((tab) => lackedBy(tab).length === 0);
  const lacked = current ? lackedBy(current) : [];
  const [first] = offered;
  if (lacked.length > 0 && current?.path === '' && first) return <Navigate to={path + first.path} replace />;
  return (
    <article className="stack">
      <RecordHeader
        {...head}
        tab={lacked.length > 0 ? undefined : current?.title}
        tabs={offered.map((tab) => ({ path: path + tab.path, title: tab.title }))}
      />
      {/* Parts that a tab still loads, such as its texts, do not hide the head. */}
      <Suspense fallback={<Loading />}>
        <TabbedId value={head.id}>{lacked.length > 0 ? <Lacking permissions={lacked} /> : <Outlet />}</TabbedId>
      </Suspense>
    </article>
  );
}

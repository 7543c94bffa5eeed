import { Outlet, useMatches } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMay, type Where } from '../../data/viewer.ts';
import { Lacking } from '../Lacking.tsx';
import { TabbedId } from './record-context.ts';
import { RecordHeader, type RecordHeaderProps } from './RecordHeader.tsx';

interface Tab {
  /** The path that follows the address of the record, such as "/events"; empty for the first tab. */
  path: string;
  title: string;
  /** The permission that it requires, and where; default: none, and everywhere. */
  permission?: string;
  where?: Where;
}

interface Props extends Omit<RecordHeaderProps, 'tabs' | 'tab'> {
  /** Address of the record. */
  path: string;
  tabs: readonly Tab[];
}

/** The page of a record: its head, and the tab in the address. Tabs that the viewer may not use are not offered. */
export function TabbedRecord({ path, tabs, ...head }: Props): ReactNode {
  const may = useMay();
  // Of what is shown: the address is ahead of it while the next page loads.
  const pathname: string = useMatches().at(-1)?.pathname ?? path;
  const isPermitted = ({ permission, where }: Tab): boolean => may(permission ?? null, where);
  const current = tabs.find((tab) => tab.path === pathname.slice(path.length).replace(/\/$/, ''));
  const offered = tabs.filter((tab, index) => index === 0 || isPermitted(tab));
  const isClosed = current?.permission !== undefined && !isPermitted(current);
  return (
    <article className="stack">
      <RecordHeader
        {...head}
        tab={isClosed ? undefined : current?.title}
        tabs={offered.map((tab) => ({ path: path + tab.path, title: tab.title }))}
      />
      <TabbedId value={head.id}>
        {isClosed ? <Lacking permissions={[current.permission ?? '']} /> : <Outlet />}
      </TabbedId>
    </article>
  );
}

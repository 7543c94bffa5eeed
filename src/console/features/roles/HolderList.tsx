import { type ReactNode, useMemo } from 'react';
import { useMay } from '../../data/viewer.ts';
import { Lacking } from '../../parts/Lacking.tsx';
import type { ListDefinition } from '../../parts/list/definition.ts';
import { RecordList } from '../../parts/list/RecordList.tsx';

interface Props<Row extends { id: string }> {
  /** The role. */
  id: string;
  listOf: (id: string) => ListDefinition<Row>;
  permissions: readonly string[];
}

/** The tab of the holders of a role of one kind, or what someone lacks to read them. */
export function HolderList<Row extends { id: string }>({ id, listOf, permissions }: Props<Row>): ReactNode {
  const may = useMay();
  const list = useMemo(() => listOf(id), [id, listOf]);
  const missing = permissions.filter((permission) => !may(permission));
  return missing.length > 0 ? <Lacking permissions={missing} /> : <RecordList list={list} />;
}

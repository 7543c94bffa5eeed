import { Button, Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { OperationName } from '../../data/needs.ts';
import { useOpenChange } from '../../data/use-address.ts';
import { useMayRun } from '../../data/viewer.ts';
import { useWords } from '../../words/index.ts';
import { useKeys } from '../keys.ts';
import { Id } from '../marks.tsx';
import { usePageTitle } from '../use-page-title.ts';

export interface RecordAction {
  title: string;
  operation: OperationName;
  input: Record<string, unknown>;
  isDangerous?: boolean;
  /** A key that opens it. */
  key?: string;
}

export interface RecordHeaderProps {
  name: string;
  id: string;
  state?: ReactNode;
  version?: number;
  /** The purpose of the record. */
  description?: string;
  actions?: readonly RecordAction[];
  tabs?: readonly { path: string; title: string }[];
  /** Title of the tab that is shown. */
  tab?: string | undefined;
}

/** Head of the page of a record: name, id, state, version, its most used action, the others, its tabs. */
export function RecordHeader(props: RecordHeaderProps): ReactNode {
  const { name, id, state, version, description, actions = [], tabs = [], tab } = props;
  const words = useWords();
  usePageTitle(tab, name);
  return (
    <header className="stack record-head">
      <div className="row record-line">
        <h1>
          <bdi>{name}</bdi>
        </h1>
        {state}
        <span className="record-actions">
          <Actions actions={actions} />
        </span>
      </div>
      <div className="row record-line soft">
        <Id id={id} />
        {version === undefined ? null : <span>{words.record.version(version)}</span>}
        {description ? <span>{words.ofPlatform(description)}</span> : null}
      </div>
      {tabs.length > 0 ? <Tabs name={name} tabs={tabs} tab={tab} /> : null}
    </header>
  );
}

/** The tabs in one row, which scrolls on a narrow screen: the one that is shown is in sight. */
function Tabs({ name, tabs, tab }: Required<Pick<RecordHeaderProps, 'name' | 'tabs' | 'tab'>>): ReactNode {
  const row = useRef<HTMLElement>(null);
  useEffect(() => {
    if (tab !== undefined) row.current?.querySelector('[data-status=active]')?.scrollIntoView({ block: 'nearest' });
  }, [tab]);
  return (
    <nav ref={row} className="tabs" aria-label={name}>
      {tabs.map(({ path, title }) => (
        <Link key={path} to={path} activeOptions={{ exact: true, includeSearch: false }}>
          {title}
        </Link>
      ))}
    </nav>
  );
}

/** The changes that the viewer may make. */
function Actions({ actions }: { actions: readonly RecordAction[] }): ReactNode {
  const words = useWords();
  const mayRun = useMayRun();
  const permitted = actions.filter(({ operation, input }) => mayRun(operation, input));
  const [first, ...others] = permitted;
  const openChange = useOpenChange();
  const [isOpen, setOpen] = useState(false);
  useKeys([
    ...(first ? [['e', words.keys.edit, () => openChange(first.operation, first.input)] as const] : []),
    ...(others.length > 0 ? [['.', words.keys.actions, () => setOpen(true)] as const] : []),
    ...permitted.flatMap(({ key, title, operation, input }) =>
      key ? [[key, title, () => openChange(operation, input)] as const] : [],
    ),
  ]);
  return (
    <>
      {first ? (
        <Button variant="default" onClick={() => openChange(first.operation, first.input)}>
          {first.title}
        </Button>
      ) : null}
      {others.length > 0 ? (
        <Menu position="bottom-end" shadow="md" opened={isOpen} onChange={setOpen}>
          <Menu.Target>
            <Button variant="default" aria-label={words.record.actions}>
              ⋯
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {others.map(({ title, operation, input, isDangerous }) => (
              <Menu.Item
                key={title}
                {...(isDangerous ? { className: 'bad' } : {})}
                onClick={() => openChange(operation, input)}
              >
                {title}…
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      ) : null}
    </>
  );
}

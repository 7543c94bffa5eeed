import { Button, Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useOpenChange } from '../data/use-address.ts';
import { useWords } from '../words/index.ts';
import { useKeys } from './keys.ts';
import { Id } from './marks.tsx';

export interface RecordAction {
  title: string;
  operation: string;
  input: Record<string, unknown>;
  isDangerous?: boolean;
}

/** Head of the page of a record: name, id, state, version, its most used action, the others, its tabs. */
export function RecordHeader({
  name,
  id,
  state,
  version,
  actions = [],
  tabs = [],
}: {
  name: string;
  id: string;
  state?: ReactNode;
  version?: number;
  actions?: readonly RecordAction[];
  tabs?: readonly { path: string; title: string }[];
}): ReactNode {
  const words = useWords();
  return (
    <header className="stack" style={{ gap: 10 }}>
      <div className="row" style={{ gap: 12 }}>
        <h1>{name}</h1>
        {state}
        <span className="record-actions">
          <Actions actions={actions} />
        </span>
      </div>
      <div className="row soft" style={{ gap: 12 }}>
        <Id id={id} />
        {version === undefined ? null : <span>{words.record.version(version)}</span>}
      </div>
      {tabs.length > 0 ? (
        <nav className="tabs" aria-label={name}>
          {tabs.map(({ path, title }) => (
            <Link key={path} to={path} activeOptions={{ exact: true, includeSearch: false }}>
              {title}
            </Link>
          ))}
        </nav>
      ) : null}
    </header>
  );
}

function Actions({ actions: [first, ...others] }: { actions: readonly RecordAction[] }): ReactNode {
  const words = useWords();
  const openChange = useOpenChange();
  const [isOpen, setOpen] = useState(false);
  useKeys([
    ['e', words.keys.edit, () => first && openChange(first.operation, first.input)],
    ['.', words.keys.actions, () => setOpen(others.length > 0)],
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

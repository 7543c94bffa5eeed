import { Button, Menu } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type Export, type ExportFormat, receiveExport, save } from '../../data/export.ts';
import { useWords } from '../../words/index.ts';
import type { ListDefinition } from './definition.ts';
import { routeOf } from './request.ts';

interface Props<Row extends { id: string }> {
  list: ListDefinition<Row>;
  variables: Record<string, unknown>;
}

type State =
  | { kind: 'idle' }
  | { kind: 'running'; bytes: number }
  | { kind: 'refused'; message: string }
  | { kind: 'ended'; result: Export; name: string };

/** Exports all records that match to a file, and shows whether it is complete. */
export function Exporting<Row extends { id: string }>({ list, variables }: Props<Row>): ReactNode {
  const words = useWords();
  const [state, setState] = useState<State>({ kind: 'idle' });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const { filter } = variables as { filter: Record<string, unknown> };
  const route = routeOf(list, filter);
  const start = async (format: ExportFormat): Promise<void> => {
    const { restAddress, withParameters } = await import('./list-as-code.ts');
    const address = withParameters(restAddress(list, variables, '/api/export') ?? '', `format=${format}`);
    const controller = new AbortController();
    running.current = controller;
    setState({ kind: 'running', bytes: 0 });
    try {
      const onProgress = (bytes: number): void => setState({ kind: 'running', bytes });
      const result = await receiveExport(address, format, controller.signal, onProgress);
      const name = `${route?.split('/').at(-1)}-${new Date().toISOString().slice(0, 10)}.${format}`;
      if (result.failure === null) save(result.file, name);
      setState({ kind: 'ended', result, name });
    } catch (error) {
      setState(controller.signal.aborted ? { kind: 'idle' } : { kind: 'refused', message: (error as Error).message });
    }
  };
  return (
    <>
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <Button variant="default" disabled={route === null || state.kind === 'running'}>
            {words.list.export}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => void start('ndjson')}>NDJSON</Menu.Item>
          <Menu.Item onClick={() => void start('csv')}>CSV</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Outcome state={state} cancel={() => running.current?.abort()} />
    </>
  );
}

/** How far an export is, and how it ended. */
function Outcome({ state, cancel }: { state: State; cancel: () => void }): ReactNode {
  const words = useWords();
  const { exports: texts } = words;
  if (state.kind === 'idle') return null;
  if (state.kind === 'running') {
    return (
      <div role="status" className="notice row full">
        <span className="grow">{texts.running((state.bytes / 1e6).toFixed(1))}</span>
        <Button variant="default" onClick={cancel}>
          {words.change.cancel}
        </Button>
      </div>
    );
  }
  if (state.kind === 'refused') {
    return (
      <p role="alert" className="notice full" data-kind="bad">
        {texts.refused(state.message)}
      </p>
    );
  }
  const { result, name } = state;
  if (result.failure === null) {
    return (
      <p role="status" className="notice full" data-kind="good">
        {texts.complete(name, result.count)}
      </p>
    );
  }
  return (
    <div role="alert" className="notice row full" data-kind="bad">
      <span className="grow">{texts.incomplete(result.failure)}</span>
      <Button variant="default" onClick={() => save(result.file, `incomplete-${name}`)}>
        {texts.saveAnyway}
      </Button>
    </div>
  );
}

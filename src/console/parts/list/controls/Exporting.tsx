import { Button, Menu } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import type { ExportFormat } from '../../../data/export.ts';
import { useWords } from '../../../words/index.ts';
import type { ListDefinition } from '../definition.ts';
import type { ExportState } from './ExportOutcome.tsx';
import { routeOf } from '../request.ts';

const Outcome = lazy(async () => ({ default: (await import('./ExportOutcome.tsx')).ExportOutcome }));

interface Props<Row extends { id: string }> {
  list: ListDefinition<Row>;
  variables: Record<string, unknown>;
}

/** Exports all records that match to a file, and shows whether it is complete. */
export function Exporting<Row extends { id: string }>({ list, variables }: Props<Row>): ReactNode {
  const words = useWords();
  const [state, setState] = useState<ExportState | null>(null);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const { filter } = variables as { filter: Record<string, unknown> };
  const route = routeOf(list, filter);
  const start = async (format: ExportFormat): Promise<void> => {
    const [{ restAddress, withParameters }, { receiveExport, save }] = await Promise.all([
      import('../list-as-code.ts'),
      import('../../../data/export.ts'),
    ]);
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
      setState(controller.signal.aborted ? null : { kind: 'refused', message: (error as Error).message });
    }
  };
  return (
    <>
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <Button variant="default" disabled={route === null || state?.kind === 'running'}>
            {words.list.export}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => void start('ndjson')}>NDJSON</Menu.Item>
          <Menu.Item onClick={() => void start('csv')}>CSV</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Suspense>{state ? <Outcome state={state} cancel={() => running.current?.abort()} /> : null}</Suspense>
    </>
  );
}

import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Export, save } from '../../../data/export.ts';
import { useWords } from '../../../words/index.ts';

export type ExportState =
  | { kind: 'running'; bytes: number }
  | { kind: 'refused'; message: string }
  | { kind: 'ended'; result: Export; name: string };

/** The progress of an export, and its end. */
export function ExportOutcome({ state, cancel }: { state: ExportState; cancel: () => void }): ReactNode {
  const words = useWords();
  const { exports: texts } = words;
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

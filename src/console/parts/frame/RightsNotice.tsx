import { Button } from '@mantine/core';
import { type ReactNode, useSyncExternalStore } from 'react';
import { rightsNotice } from '../../data/own-rights.ts';
import { useWords } from '../../words/index.ts';

/** States that the viewer may do other things than before: the pages have already followed. */
export function RightsNotice(): ReactNode {
  const words = useWords();
  const isShown = useSyncExternalStore(rightsNotice.subscribe, rightsNotice.isShown);
  return (
    <div role="status">
      {isShown ? (
        <div className="notice row" data-kind="warn">
          <span className="grow">{words.shell.rightsChanged}</span>
          <Button variant="default" onClick={rightsNotice.close}>
            {words.change.close}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

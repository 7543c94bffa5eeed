import { ActionIcon, Button } from '@mantine/core';
import { type ReactNode, useSyncExternalStore } from 'react';
import { useAddress, useOpenChange } from '../../data/use-address.ts';
import { useWords } from '../../words/index.ts';
import { Icon } from '../frame/Icon.tsx';
import { useKeys } from '../keys.ts';
import { undo } from './undo.ts';

/** Offers to take back the latest change, as long as nothing has changed its records since. */
export function UndoNotice(): ReactNode {
  const words = useWords();
  const openChange = useOpenChange();
  const isDialogOpen = useAddress().do !== undefined;
  const inverse = useSyncExternalStore(undo.subscribe, undo.current);
  const open = (): void => {
    if (!inverse) return;
    openChange(inverse.operation, inverse.input);
  };
  useKeys(inverse ? [['u', words.change.undo, open]] : []);
  if (!inverse || isDialogOpen) return null;
  return (
    <aside className="undo-notice row" aria-label={words.change.undo}>
      <Button variant="default" onClick={open}>
        {words.change.undo}: {inverse.undoes}…
      </Button>
      <kbd aria-hidden="true">u</kbd>
      <ActionIcon onClick={undo.forget} aria-label={words.change.close}>
        <Icon name="close" />
      </ActionIcon>
    </aside>
  );
}

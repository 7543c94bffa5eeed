import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../words/index.ts';

/** A dialog. Not Modal itself: its <header> would be a second banner of the page. */
export function Dialog({
  title,
  close,
  size = 'md',
  children,
}: {
  title: ReactNode;
  close: () => void;
  size?: 'md' | 'lg' | 'xl' | '75rem';
  children: ReactNode;
}): ReactNode {
  const words = useWords();
  return (
    <Modal.Root opened onClose={close} size={size}>
      <Modal.Overlay backgroundOpacity={0.35} />
      <Modal.Content>
        <div className="dialog-head">
          <Modal.Title component="h2">{title}</Modal.Title>
          <Modal.CloseButton aria-label={words.change.closeDialog} />
        </div>
        <Modal.Body>
          <div className="stack">{children}</div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

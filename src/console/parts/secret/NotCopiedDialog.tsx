import type { ReactNode } from 'react';
import { Dialog } from '../Dialog.tsx';
import { NotCopied, type NotCopiedProps } from './NotCopied.tsx';
import { useTexts } from './use-texts.ts';

/** The question before a secret that was not copied is lost, above a page that shows the secret. */
export default function NotCopiedDialog(props: NotCopiedProps): ReactNode {
  const { title } = useTexts();
  return (
    <Dialog title={title} close={props.guard.stay} size="lg">
      <NotCopied {...props} />
    </Dialog>
  );
}

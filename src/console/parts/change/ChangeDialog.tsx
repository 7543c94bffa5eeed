import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { OperationName } from '../../data/needs.ts';
import { useSetAddress } from '../../data/use-address.ts';
import { titleOf, useActs } from '../../words/acts/index.ts';
import { useWords } from '../../words/index.ts';
import { Dialog } from '../Dialog.tsx';
import { Loading } from '../Loading.tsx';
import Beginning from './beginning/Beginning.tsx';
import { beginsWithForm } from './beginning/beginnings.ts';
import { ChangeForm } from './ChangeForm.tsx';
import type { Values } from './values.ts';

interface Props {
  operation: OperationName;
  input: Values;
}

/** The dialog of any mutation: form, dry run with its events, the change as code, the run. */
export default function ChangeDialog({ operation: name, input }: Props): ReactNode {
  const setAddress = useSetAddress();
  const close = (): void => setAddress({ do: undefined, with: undefined, step: undefined });
  if (!beginsWithForm(name, input)) return <FirstStep name={name} input={input} close={close} />;
  return <ChangeForm name={name} initialValues={input} close={close} />;
}

interface FirstStepProps {
  name: OperationName;
  input: Values;
  close: () => void;
}

/** The first step of a change that has two: what is chosen here fills the form, beside the values so far. */
function FirstStep({ name, input, close }: FirstStepProps): ReactNode {
  const words = useWords();
  return (
    <Dialog title={titleOf(useActs(), name)} close={close} size="lg">
      <Beginning operation={name} input={input} fallback={<Loading lines={4} />} takesFocus />
      <div className="dialog-foot">
        <Button variant="default" onClick={close}>
          {words.change.cancel}
        </Button>
      </div>
    </Dialog>
  );
}

import { type ReactNode, Suspense, useRef } from 'react';
import type { OperationName } from '../../../data/needs.ts';
import { useOpenChange } from '../../../data/use-address.ts';
import { ChangeButton } from '../../ChangeButton.tsx';
import { beginnings } from './beginnings.ts';
import { FirstFocus } from '../FirstFocus.tsx';

interface Props {
  operation: OperationName;
  /** A button in the place of a choice. */
  first?: string;
  /** Values of the mutation, to which a choice adds its own. */
  input?: Readonly<Record<string, unknown>>;
  /** The content in its place until it is loaded. */
  fallback?: ReactNode;
  /** Whether it has the focus once it is loaded, as the first step of a dialog. */
  takesFocus?: boolean;
}

/** The choice that a mutation begins with, which fills its form; nothing if it begins with the form. */
export default function Beginning({ operation, first, input = {}, fallback, takesFocus = false }: Props): ReactNode {
  const openChange = useOpenChange();
  const place = useRef<HTMLDivElement>(null);
  const Choices = beginnings[operation];
  if (first !== undefined) {
    return (
      <div>
        <ChangeButton operation={operation} input={input}>
          {first}
        </ChangeButton>
      </div>
    );
  }
  return (
    <Suspense fallback={fallback}>
      {Choices ? (
        <div ref={place}>
          <Choices input={input} begin={(more) => openChange(operation, { ...input, ...more })} />
          {takesFocus ? <FirstFocus within={place} /> : null}
        </div>
      ) : null}
    </Suspense>
  );
}

import { type ReactNode, Suspense } from 'react';
import { useOpenChange } from '../../data/use-address.ts';
import { beginnings } from './beginnings.ts';

interface Props {
  /** The name of a mutation. */
  operation: string;
  /** What is in its place until it is loaded. */
  fallback?: ReactNode;
}

/** The choice that a mutation begins with, which fills its form; nothing if it begins with the form. */
export default function Beginning({ operation, fallback }: Props): ReactNode {
  const openChange = useOpenChange();
  const Choices = beginnings[operation];
  return (
    <Suspense fallback={fallback}>
      {Choices ? <Choices begin={(input) => openChange(operation, input)} /> : null}
    </Suspense>
  );
}

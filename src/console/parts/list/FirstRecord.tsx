import { type ReactNode, Suspense } from 'react';
import { useOpenChange } from '../../data/use-address.ts';
import { beginnings } from '../change/beginnings.ts';

/** In an empty list: what the mutation that creates a record begins with, if that is a choice. */
export default function FirstRecord({ operation }: { operation: string }): ReactNode {
  const openChange = useOpenChange();
  const Choices = beginnings[operation];
  return <Suspense>{Choices ? <Choices begin={(input) => openChange(operation, input)} /> : null}</Suspense>;
}

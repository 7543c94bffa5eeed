import type { CombinedError } from '@urql/core';
import type { ReactNode } from 'react';
import { useWords } from '../../words/index.ts';
import { Fault } from '../Fault.tsx';
import { Loading } from '../Loading.tsx';
import { NotFound } from './NotFound.tsx';

interface Props<Data> {
  record: Data | null | undefined;
  error: CombinedError | undefined;
  isLoading: boolean;
  again: () => void;
  children: (record: Data) => ReactNode;
}

/** A record once it is loaded; otherwise what went wrong, or that there is none. */
export function RecordFrame<Data>({ record, error, isLoading, again, children }: Props<Data>): ReactNode {
  const words = useWords();
  if (record) return children(record);
  if (error) return <Fault error={error} again={again} />;
  return isLoading ? <Loading /> : <NotFound text={words.record.notFound} />;
}

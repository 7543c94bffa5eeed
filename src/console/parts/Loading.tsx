import type { ReactNode } from 'react';
import { useWords } from '../words/index.ts';

/** In the place of a record until it is loaded. */
export const Loading = (): ReactNode => (
  <p className="empty" aria-busy="true">
    {useWords().list.loading}
  </p>
);

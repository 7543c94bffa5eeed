import type { ReactNode } from 'react';
import { useWords } from '../words/index.ts';

/** Lines as high as rows in the place of what is loaded, unless that takes a moment only. */
export const Loading = ({ lines = 6 }: { lines?: number }): ReactNode => (
  <div className="skeleton card" aria-busy="true">
    <span className="visually-hidden" role="status">
      {useWords().list.loading}
    </span>
    {Array.from({ length: lines }, (_, line) => (
      <div key={line} aria-hidden="true" />
    ))}
  </div>
);

import type { ReactNode } from 'react';
import { type IconName, iconPaths } from './icon-paths.ts';

export const Icon = ({ name }: { name: IconName }): ReactNode => (
  <svg viewBox="0 0 24 24" width={16} height={16} aria-hidden="true" focusable="false">
    <path
      d={iconPaths[name]}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
);

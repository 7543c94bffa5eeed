import type { ReactNode } from 'react';
import { ReachedBy } from './reached-by.tsx';
import { ServedBy } from './served-by.tsx';

/** The applications that are this API, and those that reach it by token exchange. */
export const ResourceApplications = (): ReactNode => (
  <>
    <ServedBy />
    <ReachedBy />
  </>
);

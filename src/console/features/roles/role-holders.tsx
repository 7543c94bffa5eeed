import type { ReactNode } from 'react';
import { HoldersOf } from './holders.tsx';
import { useRole } from './role.ts';

/** The tab of the holders of a role. */
export const RoleHolders = (): ReactNode => <HoldersOf id={useRole().id} />;

import { type ComponentType, lazy } from 'react';
import type { Values } from './values.ts';
import type { OperationName } from '../../data/needs.ts';

export interface BeginningProps {
  /** Goes on to the form of the change, with these values. */
  begin: (input: Values) => void;
}

const ApplicationTypes = lazy(() => import('./ApplicationTypes.tsx'));
const RolePresets = lazy(() => import('./RolePresets.tsx'));
const OrganizationRolePresets = lazy(() => import('./OrganizationRolePresets.tsx'));

/** The choices before the form of a mutation, if its address has no values: most fields follow from it. */
export const beginnings: Readonly<Partial<Record<OperationName, ComponentType<BeginningProps>>>> = {
  createApplication: ApplicationTypes,
  createRole: RolePresets,
  createOrganizationRole: OrganizationRolePresets,
};

import { type ComponentType, lazy } from 'react';
import type { BeginningProps } from './beginning-props.ts';
import type { OperationName } from '../../data/needs.ts';

const ApplicationTypes = lazy(() => import('./ApplicationTypes.tsx'));
const RolePresets = lazy(() => import('./RolePresets.tsx'));
const OrganizationRolePresets = lazy(() => import('./OrganizationRolePresets.tsx'));

/** The choices before the form of a mutation, if its address has no values: most fields follow from it. */
export const beginnings: Readonly<Partial<Record<OperationName, ComponentType<BeginningProps>>>> = {
  createApplication: ApplicationTypes,
  createRole: RolePresets,
  createOrganizationRole: OrganizationRolePresets,
};

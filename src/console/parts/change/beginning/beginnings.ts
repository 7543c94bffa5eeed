import { type ComponentType, lazy } from 'react';
import type { BeginningProps } from '../choices/beginning-props.ts';
import type { OperationName } from '../../../data/needs.ts';

const ApplicationTypes = lazy(() => import('../choices/ApplicationTypes.tsx'));
const IdentityProviderPresets = lazy(() => import('../choices/IdentityProviderPresets.tsx'));
const RolePresets = lazy(() => import('../choices/RolePresets.tsx'));
const OrganizationRolePresets = lazy(() => import('../choices/OrganizationRolePresets.tsx'));

/** The choices before the form of a mutation, if its address has no values: most fields follow from it. */
export const beginnings: Readonly<Partial<Record<OperationName, ComponentType<BeginningProps>>>> = {
  createApplication: ApplicationTypes,
  createIdentityProvider: IdentityProviderPresets,
  createRole: RolePresets,
  createOrganizationRole: OrganizationRolePresets,
};

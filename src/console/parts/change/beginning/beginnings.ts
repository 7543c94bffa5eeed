import { type ComponentType, lazy } from 'react';
import type { BeginningProps } from '../choices/beginning-props.ts';
import type { OperationName } from '../../../data/needs.ts';
import type { Values } from '../values.ts';

const ApplicationTypes = lazy(() => import('../choices/ApplicationTypes.tsx'));
const IdentityProviderPresets = lazy(() => import('../choices/IdentityProviderPresets.tsx'));
const RolePresets = lazy(() => import('../choices/RolePresets.tsx'));
const OrganizationRolePresets = lazy(() => import('../choices/OrganizationRolePresets.tsx'));

/** The choices before the form of a mutation: most fields follow from them. */
export const beginnings: Readonly<Partial<Record<OperationName, ComponentType<BeginningProps>>>> = {
  createApplication: ApplicationTypes,
  createIdentityProvider: IdentityProviderPresets,
  createRole: RolePresets,
  createOrganizationRole: OrganizationRolePresets,
};

/** The field that a choice decides: values that leave it out are those to which the choice adds it. */
const decided: Readonly<Partial<Record<OperationName, string>>> = { createApplication: 'type' };

/** Whether a mutation with these values begins with its form: there is no choice, or it has been made. */
export function beginsWithForm(name: OperationName, input: Values): boolean {
  const field = decided[name];
  if (!beginnings[name]) return true;
  return field === undefined ? Object.keys(input).length > 0 : input[field] !== undefined;
}

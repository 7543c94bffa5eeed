import { type ComponentType, lazy } from 'react';
import type { OperationName } from '../../data/needs.ts';
import type { Values } from './values.ts';

const RegistrationGuide = lazy(() => import('../identity-providers/RegistrationGuide.tsx'));

/** What people do elsewhere before they fill in the form of a mutation. It leads to the page of the new record. */
export const guides: Readonly<Partial<Record<OperationName, ComponentType<{ input: Values }>>>> = {
  createIdentityProvider: RegistrationGuide,
};

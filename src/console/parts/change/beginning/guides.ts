import { type ComponentType, lazy } from 'react';
import type { OperationName } from '../../../data/needs.ts';
import type { Values } from '../values.ts';

const RegistrationGuide = lazy(() => import('../../identity-providers/RegistrationGuide.tsx'));

/** The steps that people take elsewhere before they fill in a form. The page of the new record goes on with them. */
export const guides: Readonly<Partial<Record<OperationName, ComponentType<{ input: Values }>>>> = {
  createIdentityProvider: RegistrationGuide,
};

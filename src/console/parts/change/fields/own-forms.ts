import { type ComponentType, lazy } from 'react';
import type { OperationName } from '../../../data/needs.ts';
import type { OwnFormProps } from './own-form-props.ts';

const RulesForm = lazy(() => import('../../exchange-rules/RulesForm.tsx'));

/** Forms that their mutation has instead of one made of its input: people fill them in by more than its fields. */
export const ownForms: Readonly<Partial<Record<OperationName, ComponentType<OwnFormProps>>>> = {
  setApplicationExchangePolicy: RulesForm,
};

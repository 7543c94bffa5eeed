import { type ComponentType, lazy } from 'react';
import type { FormField } from '../../../data/operation.ts';
import type { OperationName } from '../../../data/needs.ts';
import type { Change } from '../use-change.ts';

export interface OwnFormProps {
  change: Change;
  /** Those that are not known from what was pressed. */
  fields: readonly FormField[];
  /** Messages by path. */
  problems: ReadonlyMap<string, string>;
}

const RulesForm = lazy(() => import('../../exchange-rules/RulesForm.tsx'));

/** Forms that their mutation has instead of one made of its input: people fill them in by more than its fields. */
export const ownForms: Readonly<Partial<Record<OperationName, ComponentType<OwnFormProps>>>> = {
  setApplicationExchangePolicy: RulesForm,
};

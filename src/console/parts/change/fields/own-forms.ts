import { type ComponentType, lazy } from 'react';
import type { OperationName } from '../../../data/needs.ts';
import type { OwnFormProps } from './own-form-props.ts';

interface OwnForm {
  Form: ComponentType<OwnFormProps>;
  /** The fields that it shows, each with its problems. */
  shows: ReadonlySet<string>;
}

/** Forms that their mutation has instead of one made of its input: people fill them in by more than its fields. */
export const ownForms: Readonly<Partial<Record<OperationName, OwnForm>>> = {
  setApplicationExchangePolicy: {
    Form: lazy(() => import('../../exchange-rules/RulesForm.tsx')),
    shows: new Set([
      'applicationId',
      'targets',
      'subjectAudience',
      'scopeRule',
      'organizationRule',
      'organizationIds',
      'maxAuthenticationAge',
      'requiredAcr',
    ]),
  },
};

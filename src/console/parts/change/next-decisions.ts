import { type ComponentType, lazy } from 'react';
import type { OperationName } from '../../data/needs.ts';
import type { Values } from './values.ts';

const NextDecision = lazy(() => import('../exchange-rules/NextDecision.tsx'));

/** Decisions that follow a change, offered in its result. */
export const nextDecisions: Readonly<Partial<Record<OperationName, ComponentType<{ input: Values }>>>> = {
  setApplicationTokenExchange: NextDecision,
};

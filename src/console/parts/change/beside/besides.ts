import { type ComponentType, lazy } from 'react';
import type { OperationName } from '../../../data/needs.ts';
import type { BesideProps } from './beside-props.ts';

const EventCatalog = lazy(() => import('../../event-catalog/EventCatalog.tsx'));

/** The parts that help to fill in the form of a mutation: beside it, or below it on a narrow screen. */
export const besides: Readonly<Partial<Record<OperationName, ComponentType<BesideProps>>>> = {
  createWebhook: EventCatalog,
  updateWebhook: EventCatalog,
};

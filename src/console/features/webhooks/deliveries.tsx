import type { ReactNode } from 'react';
import { RecordList } from '../../parts/list/RecordList.tsx';
import { deliveries } from './delivery-list.tsx';

/** Deliveries of all webhooks. */
export const Deliveries = (): ReactNode => <RecordList list={deliveries} />;

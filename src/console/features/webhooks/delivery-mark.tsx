import type { ReactNode } from 'react';
import { StateMark, type Tone } from '../../parts/marks.tsx';

const tones: Readonly<Record<string, Tone>> = { DELIVERED: 'good', FAILED: 'bad', PENDING: 'warn', WAITING: 'warn' };

/** The status of a delivery. */
export const DeliveryMark = ({ status }: { status: string }): ReactNode => (
  <StateMark tone={tones[status] ?? 'soft'}>{status.toLowerCase()}</StateMark>
);

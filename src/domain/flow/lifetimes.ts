import type { FlowState } from '../../vocabulary/flows.ts';
import { minute } from '../durations.ts';

/** Milliseconds after the last answer, and after the first one, at which an open flow expires. */
export const flowLifetimes = { idle: 30 * minute, total: 60 * minute };

interface FlowTimes {
  state: string;
  createdAt: Date;
  touchedAt: Date;
  lockedUntil: Date | null;
}

/** The state of a flow at `now`: an open one expires without a write, unless a lock has refused its last answer. */
export function flowStateAt({ state, createdAt, touchedAt, lockedUntil }: FlowTimes, now: Date): FlowState | 'expired' {
  if (lockedUntil) return 'refused';
  const { touchedBefore, createdBefore } = flowsExpire(now);
  const isExpired = state === 'open' && (touchedAt <= touchedBefore || createdAt <= createdBefore);
  return isExpired ? 'expired' : (state as FlowState);
}

/** The times up to which open flows have expired at `now`. */
export const flowsExpire = (now: Date) => ({
  touchedBefore: new Date(now.getTime() - flowLifetimes.idle),
  createdBefore: new Date(now.getTime() - flowLifetimes.total),
});
